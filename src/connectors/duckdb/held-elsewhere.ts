/** Whether DuckDB refused a file because another program has it open. Its words name that process of the machine. */
export const isHeldElsewhere = (message: string): boolean =>
  /Conflicting lock|used by another process/i.test(message)
