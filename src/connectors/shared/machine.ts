import { ServiceError } from '../../kernel/errors.ts'

/** The ways in which a machine is known to its cloud without keys of a connection. */
export const machineCredentials = ['profile', 'web_identity', 'container', 'instance'] as const
export type MachineCredentials = (typeof machineCredentials)[number]

/** What this machine is to its cloud, and what connections may use of it. */
export interface Machine {
  /** From the setting ASSAY_MACHINE_CREDENTIALS; empty for none. */
  allowed: readonly MachineCredentials[]
  /** The variables in which the vendors' tools say where credentials are, such as AWS_ROLE_ARN; others are not read. */
  variables: Readonly<Record<string, string | undefined>>
}

const vendors = /^(?:HOME$|AWS_|GCE_METADATA_|AZURE_|IDENTITY_)/

/** Of the variables of a process those that are a vendor's. */
export const onlyVendors = (variables: Machine['variables']): Machine['variables'] =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => vendors.test(name)))

/** Throws ServiceError `invalid` unless whoever runs the service lets connections use these credentials of the machine. */
export function requireMachine(machine: Machine | undefined, kind: MachineCredentials): Machine {
  if (machine?.allowed.includes(kind)) return machine
  throw new ServiceError(
    'invalid',
    `Connections may not use credentials of this machine of the kind ${kind}. Give the connection keys of its own, or ask whoever runs the service to list ${kind} in ASSAY_MACHINE_CREDENTIALS.`,
  )
}

/** The value of a variable; null when it is not set. */
export const variableOf = ({ variables }: Machine, name: string): string | null => variables[name] || null
