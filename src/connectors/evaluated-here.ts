import type { ContainerReference } from '../model/container.ts'
import type { FilesEngine, Session } from './connector.ts'
import { SessionAround } from './session-around.ts'

/** A session on files that an engine was to evaluate and does not: it says why of the container that it was opened for. */
export class EvaluatedHere extends SessionAround {
  readonly #title: string
  readonly #reasons = new Map<string, string>()

  /** `title` is the name of the engine for people, `reason` what follows a colon. */
  constructor(
    session: Session,
    { title, engine }: { title: string; engine: Pick<FilesEngine, 'reasonAgainst'> },
    { container, reason }: { container: ContainerReference; reason: string },
  ) {
    super(session)
    this.#title = title
    this.#reasons.set(container.name, reason)
    if (!session.renew) return
    // The engine may evaluate the next one.
    const renew: Session['renew'] = async (next) => {
      const against = next && engine.reasonAgainst(next)
      if (!next || against == null) return false
      this.#reasons.set(next.name, against)
      return (await session.renew?.(next)) ?? false
    }
    Object.defineProperty(this, 'renew', { value: renew })
  }

  override async describe(...given: Parameters<Session['describe']>): ReturnType<Session['describe']> {
    const described = await super.describe(...given)
    const [{ name }] = given
    const reason = this.#reasons.get(name)
    if (reason === undefined) return described
    const remark = `"${name}" was evaluated by this service and not by ${this.#title}: ${reason}.`
    return { ...described, remarks: [...(described.remarks ?? []), remark] }
  }
}
