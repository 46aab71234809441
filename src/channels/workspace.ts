import type { TSchema } from 'typebox'
import type { Setting, ValuesOf } from '../kernel/setting.ts'

/** The credentials of a workspace. */
export interface WorkspaceSecrets {
  secrets: readonly string[]
  /** Addresses of which a part may be a token (default: none). */
  addresses?: readonly string[]
  /** Names that are sent together with a secret (default: none). */
  users?: readonly string[]
}

/** By their names in the channel. */
export type ChannelSettings = Readonly<Record<string, Setting<TSchema>>>

/** What a whole workspace shares with a service outside, as its channel declares it. */
export interface Workspace<Settings extends ChannelSettings = ChannelSettings, Connected = unknown> {
  settings: Settings
  /** What the channel gets of them. Nothing is contacted. Throws a sentence about a setting that cannot be used. */
  connect(values: ValuesOf<Settings>): Connected
  secrets(connected: Connected): WorkspaceSecrets
}

/** Infers what the channel gets. */
export const workspace = <const Settings extends ChannelSettings, Connected>(
  declared: Workspace<Settings, Connected>,
) => declared
