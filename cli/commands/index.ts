import type { Command } from 'commander'
import { addAnomalies } from './anomalies.ts'
import { addChecks } from './checks.ts'
import { addCompletion } from './completion.ts'
import { addConfig } from './config.ts'
import { addConnect } from './connect.ts'
import { addDatastoreRuns } from './datastore-runs.ts'
import { addImport } from './import.ts'
import { addLogin } from './login.ts'
import { addMcp } from './mcp.ts'
import { addPromote } from './promote.ts'
import { addRuns } from './runs.ts'
import { addScan } from './scan.ts'
import { addStart } from './start.ts'
import { addStatus } from './status.ts'
import { addToken } from './token.ts'

/** Each adds its command to the program; the order is that of the help. */
export const commands: readonly ((program: Command) => void)[] = [
  addScan,
  addStart,
  addStatus,
  addLogin,
  addConnect,
  addDatastoreRuns,
  addAnomalies,
  addChecks,
  addRuns,
  addPromote,
  addConfig,
  addImport,
  addMcp,
  addToken,
  addCompletion,
]
