package main

import "testing"

const paidOrder = `queue orders
producer till
  to orders
  write "order=7"
table seen
table sales
  row 7 status=placed
mailbox mail
handler pay
  insert seen {id} else acknowledge
  update sales {order} status=paid
  send mail "receipt {order}"
consumer shop
  from orders
  handler pay
`

func TestEventsSayWhatBecameOfTheWorld(t *testing.T) {
	want(t, do(paidOrder, "run", "-", "-events"), 0, `{"at":"0ms","ns":0,"event":"row set","table":"sales","row":"7","column":"status","value":"placed"}
{"at":"0ms","ns":0,"event":"written","producer":"till","queue":"orders","message":1,"body":"order=7","priority":0}
{"at":"0ms","ns":0,"event":"started","consumer":"shop","queue":"orders"}
{"at":"0ms","ns":0,"event":"delivered","consumer":"shop","queue":"orders","message":1,"delivery":1,"lease-end":null}
{"at":"0ms","ns":0,"event":"row set","consumer":"shop","queue":"orders","message":1,"delivery":1,"table":"seen","row":"1","value":""}
{"at":"0ms","ns":0,"event":"step done","consumer":"shop","queue":"orders","message":1,"delivery":1,"step":"insert seen {id} else acknowledge"}
{"at":"0ms","ns":0,"event":"row set","consumer":"shop","queue":"orders","message":1,"delivery":1,"table":"sales","row":"7","column":"status","value":"paid"}
{"at":"0ms","ns":0,"event":"step done","consumer":"shop","queue":"orders","message":1,"delivery":1,"step":"update sales {order} status=paid"}
{"at":"0ms","ns":0,"event":"sent","consumer":"shop","queue":"orders","message":1,"delivery":1,"mailbox":"mail","what":"receipt 7"}
{"at":"0ms","ns":0,"event":"step done","consumer":"shop","queue":"orders","message":1,"delivery":1,"step":"send mail \"receipt {order}\""}
{"at":"0ms","ns":0,"event":"acknowledged","consumer":"shop","queue":"orders","message":1,"delivery":1,"late":false}
{"at":"0ms","ns":0,"event":"executed","consumer":"shop","queue":"orders","message":1,"delivery":1}
`)
}

const oneRecord = `log events
  records "placed"
group billing
  from events
outbox letters
  row "receipt"
relay courier
  from letters
  to jobs
queue jobs
  direct
`

func TestEventsSayWhereInALog(t *testing.T) {
	want(t, do(oneRecord, "run", "-", "-events"), 0, `{"at":"0ms","ns":0,"event":"row set","table":"letters","row":"1","column":"body","value":"receipt"}
{"at":"0ms","ns":0,"event":"appended","message":1,"log":"events","partition":0,"body":"placed"}
{"at":"0ms","ns":0,"event":"started","relay":"courier"}
{"at":"0ms","ns":0,"event":"started","member":"billing-1"}
{"at":"0ms","ns":0,"event":"assigned","member":"billing-1","log":"events","partition":0,"position":0}
{"at":"0ms","ns":0,"event":"published","relay":"courier","table":"letters","row":"1","column":"body","what":"receipt"}
{"at":"0ms","ns":0,"event":"written","relay":"courier","queue":"jobs","message":2,"body":"receipt","priority":0}
{"at":"0ms","ns":0,"event":"fetched","member":"billing-1","message":1,"delivery":1,"log":"events","partition":0,"position":0}
{"at":"0ms","ns":0,"event":"dropped","queue":"jobs","message":2,"why":"nobody there"}
{"at":"0ms","ns":0,"event":"row set","relay":"courier","table":"letters","row":"1","column":"published","value":"yes"}
{"at":"0ms","ns":0,"event":"executed","member":"billing-1","message":1,"delivery":1,"log":"events","partition":0,"position":0}
{"at":"0ms","ns":0,"event":"position committed","member":"billing-1","log":"events","partition":0,"position":1}
`)
}
