package trace

import "encoding/binary"

// AppendBinary appends the event's fields in a fixed order and width.
func (e *Event) AppendBinary(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(e.At))
	b = binary.LittleEndian.AppendUint64(b, uint64(e.Value))
	b = binary.LittleEndian.AppendUint32(b, e.Message)
	b = binary.LittleEndian.AppendUint32(b, e.Slot)
	b = binary.LittleEndian.AppendUint32(b, e.Delivery)
	b = binary.LittleEndian.AppendUint16(b, e.Actor)
	b = binary.LittleEndian.AppendUint16(b, e.Queue)
	return append(b, byte(e.Kind), e.Step)
}
