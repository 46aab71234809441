import { ServiceError } from '../kernel/errors.ts'

/** So often a change is begun again that somebody else was faster than. */
const mostTries = 20

/** Somebody else was faster: a thing is another one than the change was judged by. A 409 where that does not end. */
export class ChangedMeanwhile extends ServiceError {
  constructor(noun: string, id: number) {
    super('conflict', `The ${noun} ${id} was changed by somebody else meanwhile; read it again.`)
  }
}

/** Does a change, and begins it again from what is there then as long as it throws `ChangedMeanwhile`. It must not have written anything that stays. */
export async function beginAgain<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || tries === mostTries) throw error
    }
  }
}
