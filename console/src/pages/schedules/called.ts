import type { Schedule } from '../../api/api.generated.ts'

/** What a schedule is called where its name is left out. */
export const calledOf = ({ name, type, datastore }: Schedule) => name ?? `${type} of ${datastore.name}`
