import { randomUUID } from 'node:crypto'
import { interruptOperation, type Asker, type ExecuteAnswer, type ExecuteRequest } from './protocol.ts'
import { SparkRefusal } from './refusal.ts'
import { untilGivenUp, type SparkRequests } from './requests.ts'

/** So long, ms, an interrupt waits for tasks on a server that would never end by itself what nobody waits for. */
const holdMs = 9000

/**
 * One statement on the server. An interrupt cancels the jobs that are begun; one that begins a moment later runs on for ever, although
 * the server answers that the statement was cancelled. So an interrupt waits until tasks are seen to be begun. A statement that is
 * given up before is left alone: where it can be attached to again, the server ends it when nobody has attached for a time.
 */
export class Execution {
  readonly #requests: SparkRequests
  readonly #asker: Asker
  readonly #isReattachable: boolean
  readonly #operation_id = randomUUID()
  readonly #since = performance.now()
  #hasTasks = false
  #hasRows = false
  #isEnded = false

  constructor(requests: SparkRequests, asker: Asker, isReattachable: boolean) {
    this.#requests = requests
    this.#asker = asker
    this.#isReattachable = isReattachable
  }

  /** Given up while the server may be about to begin its first job: any word about it now could make that job run for ever. */
  isLeft = false

  /** The messages of the answer; aborting drops the call. Read once. */
  async *answers(plan: ExecuteRequest['plan'], signal: AbortSignal): AsyncGenerator<ExecuteAnswer> {
    const operation_id = this.#operation_id
    const request = { ...this.#asker, plan, operation_id, tags: ['assay'] }
    try {
      if (this.#isReattachable) yield* this.#attached(request, signal)
      else yield* this.#noted(this.#requests.stream('ExecutePlan', request, signal))
      this.#isEnded = true
    } catch (error) {
      this.#isEnded = error instanceof SparkRefusal
      throw error
    } finally {
      if (this.#isEnded || this.#mayBeInterrupted) this.#release()
      else this.isLeft = this.#isReattachable
    }
  }

  /** Asks the server for its end, when that cannot make it run for ever. */
  async interrupt(): Promise<void> {
    if (!this.#mayBeInterrupted) return
    const asked = { interrupt_type: interruptOperation, operation_id: this.#operation_id }
    await this.#requests.ask('Interrupt', { ...this.#asker, ...asked }, untilGivenUp()).catch(() => undefined)
  }

  /** The server ends each call after some minutes, and goes on in the next one. */
  async *#attached(request: ExecuteRequest, signal: AbortSignal): AsyncGenerator<ExecuteAnswer> {
    const { operation_id } = request
    const request_options = [{ reattach_options: { reattachable: true } }]
    let call = this.#requests.stream('ExecutePlan', { ...request, request_options }, signal)
    for (let last_response_id: string | undefined; ;) {
      for await (const answer of this.#noted(call)) {
        if (answer.result_complete) return
        last_response_id = answer.response_id ?? last_response_id
        yield answer
      }
      signal.throwIfAborted()
      const after = last_response_id === undefined ? {} : { last_response_id }
      call = this.#requests.stream('ReattachExecute', { ...this.#asker, operation_id, ...after }, signal)
    }
  }

  async *#noted(call: AsyncIterable<ExecuteAnswer>): AsyncGenerator<ExecuteAnswer> {
    for await (const answer of call) {
      const { arrow_batch, execution_progress } = answer
      if (arrow_batch) this.#hasRows = true
      if (execution_progress)
        this.#hasTasks = execution_progress.stages.some(
          ({ num_tasks = 0, num_completed_tasks = 0 }) => num_completed_tasks < num_tasks,
        )
      yield answer
    }
  }

  /** Lets the server forget it, and end what is left of it. Nobody waits for that. */
  #release(): void {
    if (!this.#isReattachable) return
    const request = { ...this.#asker, operation_id: this.#operation_id, release_all: {} }
    void this.#requests.ask('ReleaseExecute', request).catch(() => undefined)
  }

  get #mayBeInterrupted(): boolean {
    if (this.#hasTasks || this.#hasRows) return true
    return !this.#isReattachable && performance.now() - this.#since > holdMs
  }
}
