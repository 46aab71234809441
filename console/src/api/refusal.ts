import { placeInWords } from '../words/places.ts'

/** One member that the service refused, with the place where it stands in the request. */
export interface RefusedMember {
  loc: (string | number)[]
  msg: string
}

/** Statuses of an answer that is not of the service, but of what stands before it, or of one that cannot answer now; 0: there was none. */
const absences: ReadonlySet<number> = new Set([0, 502, 503, 504])

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

  /** Whether the service was not there to refuse anything: it may do it when it is. */
  get isAbsence(): boolean {
    return absences.has(this.status)
  }

  /** Of an answer with this status and text. */
  static of(status: number, text: string): Refusal {
    const { detail, code } = readError(text)
    if (!Array.isArray(detail)) return new Refusal(status, code, detail ?? unexplained(status))
    return new Refusal(status, code, detail.map((member) => sentenceOf(member)).join('\n'), detail)
  }
}

/** What is wrong with a member; `name` is what people know it by (default: its place in words, without that it is in the body or the query). */
export function sentenceOf({ loc, msg }: RefusedMember, name = placeInWords(loc.slice(1))): string {
  return name === '' ? msg : `${name}: ${msg}`
}

function unexplained(status: number): string {
  return absences.has(status)
    ? `The service cannot be reached now: what stands before it answers ${status}.`
    : `The service answered ${status}.`
}

function readError(text: string): { detail?: string | RefusedMember[]; code: string } {
  try {
    return { code: 'unknown', ...JSON.parse(text) }
  } catch {
    return { code: 'unknown' }
  }
}
