/** One member that the service refused, with the place where it stands in the request. */
export interface RefusedMember {
  loc: (string | number)[]
  msg: string
}

/** Why the service did not do what was asked. */
export class Refusal extends Error {
  /** Of HTTP; 0: the service was not reached. */
  readonly status: number
  /** The word of the API for the kind of error. */
  readonly code: string
  /** The members that are wrong, of a request whose members are. */
  readonly members: readonly RefusedMember[]

  constructor(status: number, code: string, sentence: string, members: readonly RefusedMember[] = []) {
    super(sentence)
    this.status = status
    this.code = code
    this.members = members
  }

  /** Of an answer with this status and text. */
  static of(status: number, text: string): Refusal {
    const { detail, code } = readError(text)
    if (!Array.isArray(detail)) return new Refusal(status, code, detail ?? `The service answered ${status}.`)
    const sentence = detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('\n')
    return new Refusal(status, code, sentence, detail)
  }
}

function readError(text: string): { detail?: string | RefusedMember[]; code: string } {
  try {
    return { code: 'unknown', ...JSON.parse(text) }
  } catch {
    return { code: 'unknown' }
  }
}
