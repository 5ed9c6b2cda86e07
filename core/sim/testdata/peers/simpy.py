"""M/M/3 in SimPy 2, Debian's: arrivals 2.4 a second, work of 1 s on average."""
import json
import random
import sys
import time

from SimPy.Simulation import Process, Resource, Simulation, hold, release, request

CUSTOMERS = int(sys.argv[1])
waited = 0.0


class Customer(Process):
    def visit(self, servers):
        global waited
        came = self.sim.now()
        yield request, self, servers
        waited += self.sim.now() - came
        yield hold, self, random.expovariate(1)
        yield release, self, servers


class Shop(Process):
    def open(self, servers):
        for _ in range(CUSTOMERS):
            yield hold, self, random.expovariate(2.4)
            customer = Customer(sim=self.sim)
            self.sim.activate(customer, customer.visit(servers))


random.seed(1)
sim = Simulation()
sim.initialize()
servers = Resource(capacity=3, sim=sim)
shop = Shop(sim=sim)
sim.activate(shop, shop.open(servers))
begun = time.perf_counter()
sim.simulate(until=float("inf"))
print(json.dumps({"seconds": time.perf_counter() - begun, "wait": waited / CUSTOMERS}))
