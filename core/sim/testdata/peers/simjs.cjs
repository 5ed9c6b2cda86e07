// M/M/3 in SIM.JS: arrivals 2.4 a second, work of 1 s on average.
globalThis.window = {}; // where the bundle leaves itself
require("simjs");
const { Sim, Entity, Facility, Random } = window.Sim;

const customers = Number(process.argv[2]);
const random = new Random(1);
let waited = 0;

class Shop extends Entity {
  start(servers) {
    this.servers = servers;
    this.left = customers;
    this.next();
  }

  next() {
    if (this.left-- > 0) this.setTimer(random.exponential(2.4)).done(this.arrive);
  }

  arrive() {
    const work = random.exponential(1);
    this.useFacility(this.servers, work).done(this.leave, this, [this.time(), work]);
    this.next();
  }

  leave(came, work) {
    waited += this.time() - came - work;
  }
}

const sim = new Sim();
sim.addEntity(Shop, "shop", new Facility("servers", Facility.FCFS, 3));
const begun = performance.now();
sim.simulate(Infinity, Infinity);
console.log(JSON.stringify({ seconds: (performance.now() - begun) / 1000, wait: waited / customers }));
