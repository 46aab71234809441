import { createPace } from '../../src/runtime/pace.ts'

/** What one container takes, milliseconds: processor time of the service, of its database and of the source, and time in which nothing computes. */
export interface ContainerCost {
  service: number
  state: number
  source: number
  wait: number
}

/** The machines of a run. A worker's own code runs on one core, whatever it has. */
export interface Plant {
  workers: number
  /** Units that each worker has in hand at once (ASSAY_WORKER_CONCURRENCY). */
  slots: number
  state_cores: number
  source_cores: number
  /** Where all of them share one machine, its cores; null: each has its own. */
  shared_cores: number | null
}

/** The time of a run, and how much of it each part was busy, as a share of what its cores could do. */
export interface Simulated {
  milliseconds: number
  busy: { workers: number; state: number; source: number }
}

/** Servers that many want; who comes first is served first. */
class Station {
  readonly servers: number
  busy_ms = 0
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(servers: number) {
    this.servers = servers
    this.#free = servers
  }

  take(then: () => void): void {
    if (this.#free === 0) {
      this.#waiting.push(then)
      return
    }
    this.#free--
    then()
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}

/** Time that jumps from one event to the next. */
class Clock {
  now = 0
  readonly #events: { at: number; perform: () => void }[] = []

  after(milliseconds: number, perform: () => void): void {
    this.#events.push({ at: this.now + milliseconds, perform })
  }

  run(): void {
    while (this.#events.length > 0) {
      const earliest = this.#events.reduce((first, event, index) => {
        const other = this.#events[first]
        return other === undefined || event.at < other.at ? index : first
      }, 0)
      const [event] = this.#events.splice(earliest, 1)
      if (!event) return
      this.now = event.at
      event.perform()
    }
  }
}

/** A piece of work: on which station, null for none, and how long. */
type Step = readonly [Station | null, number]

/** One run over equal containers: each slot takes as many together as the service would (src/runtime/pace.ts), reads, judges and writes them, and takes the next. */
export function simulateRun(containers: number, cost: ContainerCost, plant: Plant): Simulated {
  const clock = new Clock()
  const state = new Station(plant.state_cores)
  const source = new Station(plant.source_cores)
  const cores = plant.shared_cores === null ? null : new Station(plant.shared_cores)
  const workers = Array.from({ length: plant.workers }, () => ({ code: new Station(1), pace: createPace() }))
  let left = containers

  const perform = ([station, milliseconds]: Step, then: () => void): void => {
    if (station === null) {
      clock.after(milliseconds, then)
      return
    }
    const compute = () =>
      clock.after(milliseconds, () => {
        station.busy_ms += milliseconds
        cores?.give()
        station.give()
        then()
      })
    station.take(() => (cores === null ? compute() : cores.take(compute)))
  }

  const all = (steps: readonly Step[], then: () => void): void => {
    const [first, ...rest] = steps
    if (first === undefined) then()
    else perform(first, () => all(rest, then))
  }

  const next = ({ code, pace }: (typeof workers)[number]): void => {
    if (left === 0) return
    const unit = { datastore_id: 1, kind: 'container' }
    const units = Math.min(left, pace.companions(unit) + 1)
    left -= units
    const since = clock.now
    const steps: Step[] = [
      [source, units * cost.source],
      [code, units * cost.service],
      [null, units * cost.wait],
      [state, units * cost.state],
    ]
    all(steps, () => {
      pace.note(unit, units, clock.now - since)
      next({ code, pace })
    })
  }

  for (const worker of workers) for (let slot = 0; slot < plant.slots; slot++) next(worker)
  clock.run()
  const share = ({ busy_ms, servers }: Station) => Number((busy_ms / servers / clock.now).toFixed(2))
  const code = workers.map((worker) => share(worker.code))
  return {
    milliseconds: Math.round(clock.now),
    busy: { workers: Math.max(...code), state: share(state), source: share(source) },
  }
}

/** A run that was measured. */
export interface MeasuredRun {
  containers: number
  milliseconds: number
}

/**
 * The waiting time of a container with which the simulation tells two runs as far apart as they were measured (0 when they
 * are further apart without any), and what a run takes beside its containers; milliseconds.
 */
export function fitted(
  cost: Omit<ContainerCost, 'wait'>,
  plant: Plant,
  [small, large]: readonly [MeasuredRun, MeasuredRun],
): { wait: number; fixed: number } {
  const told = ({ containers }: MeasuredRun, wait: number) =>
    simulateRun(containers, { ...cost, wait }, plant).milliseconds
  const apart = large.milliseconds - small.milliseconds
  let [low, high] = [
    0,
    Math.max(0, (apart * plant.workers * plant.slots) / (large.containers - small.containers)),
  ]
  for (let turn = 0; turn < 30; turn++) {
    const wait = (low + high) / 2
    if (told(large, wait) - told(small, wait) < apart) low = wait
    else high = wait
  }
  return { wait: low, fixed: Math.max(0, small.milliseconds - told(small, low)) }
}
