import type { Role, TeamPermission } from '../api/api.generated.ts'

/** What a role allows beside what the teams do, in a sentence. */
export const mayOfRole: Record<Role, string> = {
  Member: 'A Member may do what the teams allow, and nothing to the workspace as a whole.',
  Manager:
    'A Manager makes connections, datastores and tags and sees all users, teams and names of datastores; the rest is what the teams allow.',
  Admin: 'An Admin may do everything, on every datastore, without any team.',
}

/** What a permission adds on a datastore to those before it. */
export const mayOfPermission: Record<TeamPermission, string> = {
  Reporter: 'reads datastores, containers, checks, runs and anomalies',
  Viewer: 'also reads failing records, comments, and tags',
  Drafter: 'also writes checks that are drafts',
  Author: 'also activates and archives checks, and decides about anomalies',
  Editor: 'also starts runs and schedules, changes datastores, masks, and sees masked values',
}
