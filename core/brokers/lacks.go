package brokers
