import type { Definition, WantedThing } from './decide-named.ts'

/** The settings of a computed container, as they are compared and shown. */
export interface ContainerSettings {
  description: string | null
  additional_metadata: Record<string, unknown> | null
  incremental_field_name: string | null
  incremental_identifier_type: string | null
  partition_field: string | null
  volumetric_tracking_enabled: boolean
  freshness_tracking_enabled: boolean
  key_fields: string[] | null
  group_by_fields: string[][]
}

/** What a computed container is made of. */
export type ContainerComputation =
  | { query: string }
  | {
      source_container_id: number | null
      select_clause: string
      where_clause: string | null
      group_by_clause: string | null
    }

/** All of a computed container that is carried to another datastore. */
export interface ContainerDefinition extends Definition {
  computation: ContainerComputation
  settings: ContainerSettings
}

/** The computed containers of a batch. */
export interface LoadedContainers {
  wanted: WantedThing<ContainerDefinition>[]
  /** The masked fields of those of the source, by their ids: where they are made, these are masked from the beginning. */
  masked: (sourceId: number) => ReadonlySet<string>
}
