// M/M/3 in SimScript: arrivals 2.4 a second, work of 1 s on average.
globalThis.requestAnimationFrame = (step) => setImmediate(step); // Node has none
const { Simulation, Entity, Queue, Exponential } = require("simscript");

const customers = Number(process.argv[2]);
const work = new Exponential(1, 2);
let waited = 0;

class Customer extends Entity {
  async script() {
    const { simulation } = this;
    const came = simulation.timeNow;
    const lasts = work.sample();
    await this.seize(simulation.servers, lasts, simulation.line);
    waited += simulation.timeNow - came - lasts;
  }
}

class Shop extends Simulation {
  constructor() {
    super();
    this.line = new Queue("line");
    this.servers = new Queue("servers", 3);
  }

  onStarting(e) {
    super.onStarting(e);
    this.generateEntities(Customer, new Exponential(1 / 2.4, 1), customers);
  }
}

const sim = new Shop();
const begun = performance.now();
sim.finished.addEventListener(() => {
  console.log(JSON.stringify({ seconds: (performance.now() - begun) / 1000, wait: waited / customers }));
});
sim.start();
