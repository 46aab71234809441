import type { CatalogueTables } from './schema/catalogue.ts'
import type { FindingTables } from './schema/findings.ts'
import type { FlowTables } from './schema/flows.ts'
import type { PeopleTables } from './schema/people.ts'
import type { ProfileTables } from './schema/profiles.ts'
import type { PromotionTables } from './schema/promotions.ts'
import type { RunTables } from './schema/runs.ts'
import type { ScoreTables } from './schema/scores.ts'

/**
 * The tables of migrations/, as Kysely sees them. Keys and counts arrive as numbers, times as text (see schema/columns.ts),
 * so a row can go to the wire as it is.
 */
export interface Database
  extends
    PeopleTables,
    CatalogueTables,
    RunTables,
    FindingTables,
    ProfileTables,
    ScoreTables,
    PromotionTables,
    FlowTables {}
