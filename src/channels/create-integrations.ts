import type { TSchema } from 'typebox'
import type { Setting } from '../kernel/setting.ts'
import type { Integrations } from './integrations.ts'
import { createOutgoing } from './outgoing.ts'
import { channels } from './registry.ts'

/** The settings that channels declare, by their variables. */
export const channelSettings: Readonly<Record<string, Setting<TSchema>>> = Object.fromEntries(
  channels
    .all()
    .flatMap(({ workspace }) => Object.values(workspace?.settings ?? {}))
    .map((setting) => [setting.variable, setting]),
)

/** The settings that are read here. */
interface IntegrationSettings {
  readonly allowedTargets: string[]
  readonly publicUrl: string | null
  /** Checked values of `channelSettings`. */
  readonly ofChannels: Readonly<Record<string, unknown>>
}

/** All but the inbox, which is no matter of settings. Nothing is contacted. Throws a sentence about a setting that cannot be used. */
export function createIntegrations(settings: IntegrationSettings): Omit<Integrations, 'inbox'> {
  const connected = channels.all().flatMap(({ type, workspace }) => {
    if (!workspace) return []
    const values = Object.entries(workspace.settings).map(([name, { variable }]) => [
      name,
      settings.ofChannels[variable],
    ])
    const made = workspace.connect(Object.fromEntries(values))
    return [{ type, made, ...workspace.secrets(made) }]
  })
  return {
    http: createOutgoing(settings.allowedTargets),
    public_url: settings.publicUrl?.replace(/\/+$/, '') ?? null,
    workspaces: new Map(connected.map(({ type, made }) => [type, made])),
    secrets: {
      secrets: connected.flatMap(({ secrets }) => secrets),
      addresses: connected.flatMap(({ addresses = [] }) => addresses),
      users: connected.flatMap(({ users = [] }) => users),
    },
  }
}
