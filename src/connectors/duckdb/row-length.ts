import { StatementRefused } from '../connector.ts'

/** A row of more characters is not sent: the service would have to hold it. */
export const mostCharacters = 100_000_000

/** Throws StatementRefused for rows of so many characters that they are not sent. */
export function refuseLong(characters: number): void {
  if (characters <= mostCharacters) return
  throw new StatementRefused(
    `A row of its result has ${characters} characters, more than the ${mostCharacters} that are read.`,
  )
}
