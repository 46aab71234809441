import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { MachineCredentials } from '../../connectors/shared/machine.ts'

/** Manager, who makes connections. The credentials of the machine that the setting lets them use; empty: none. */
export function listMachineCredentials(context: Context): MachineCredentials[] {
  requireRole(context, 'Manager')
  return [...(context.sources.machine?.allowed ?? [])]
}
