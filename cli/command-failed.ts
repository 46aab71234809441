/** Why a command cannot be done: a sentence for whoever typed it, and the command to try next; null: there is none to name. */
export class CommandFailed extends Error {
  readonly next: string | null

  constructor(sentence: string, next: string | null = null, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'CommandFailed'
    this.next = next
  }
}

/** Of something that was made and is not as it should be: who tries again meets what was made, and learns nothing. */
export class DoneInPart extends CommandFailed {}
