import type { ContainerReference } from '../model/container.ts'
import type { FilesEngine, Session } from './connector.ts'
import { SessionAround } from './session-around.ts'

/** A session on files that an engine was to evaluate and does not: it says why of the container that it was opened for. */
export class EvaluatedHere extends SessionAround {
  declare readonly renew?: NonNullable<Session['renew']>
  override readonly remarksOn: NonNullable<Session['remarksOn']>
  readonly #reasons = new Map<string, string>()

  /** `title` is the name of the engine for people, `reason` what follows a colon. */
  constructor(
    session: Session,
    { title, engine }: { title: string; engine: Pick<FilesEngine, 'reasonAgainst'> },
    { container, reason }: { container: ContainerReference; reason: string },
  ) {
    super(session)
    this.#reasons.set(container.name, reason)
    this.remarksOn = async (name) => {
      const found = this.#reasons.get(name)
      const own = (await session.remarksOn?.(name)) ?? []
      const sentence = `"${name}" was evaluated by this service and not by ${title}: ${found ?? ''}.`
      return found === undefined ? own : [...own, sentence]
    }
    if (!session.renew) return
    // The engine may evaluate the next one.
    this.renew = async (next) => {
      const against = next && engine.reasonAgainst(next)
      if (!next || against == null) return false
      this.#reasons.set(next.name, against)
      return (await session.renew?.(next)) ?? false
    }
  }
}
