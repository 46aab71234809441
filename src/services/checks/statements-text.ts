/** The statements one after the other, each ended by a semicolon. */
export const statementsText = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n\n')
