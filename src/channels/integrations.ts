import type { Inbox } from './inbox.ts'
import type { Outgoing } from './outgoing.ts'
import type { WorkspaceSecrets } from './workspace.ts'

/** Where messages can go: services outside, which the settings connect with their credentials, and the inbox. */
export interface Integrations {
  http: Outgoing
  inbox: Inbox
  /** Without a slash at its end; null: links are paths. */
  public_url: string | null
  /** What the settings of each channel connect, by its type; those without settings have none. */
  workspaces: ReadonlyMap<string, unknown>
  /** The credentials among that, so that no sentence shows one. */
  secrets: WorkspaceSecrets
}

/** The same as a channel gets it. */
export interface ChannelIntegrations<Connected> extends Integrations {
  /** What its own settings connect. */
  workspace: Connected
}
