import { useState } from 'react'
import { useAnswer } from '../../api/answers.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { DatastoreChooser } from '../../sources/datastore-chooser.tsx'
import { RunForm, type RunOf } from '../../sources/run-form.tsx'

/** Exports anomalies: of the datastore, or of the table or file, that the list is narrowed to, or of a datastore that is chosen. */
export function ExportAnomalies({ datastore, container }: { datastore: number; container: number }) {
  const isOfContainer = container > 0
  const { data } = useAnswer(
    'GET /api/containers/{id}',
    { path: { id: container } },
    { enabled: isOfContainer },
  )
  return (
    <Sheet words="Export" title="Export anomalies">
      {() =>
        isOfContainer ? (
          data && <Export datastoreId={data.datastore.id} container={data} />
        ) : (
          <OfDatastore first={datastore} />
        )
      }
    </Sheet>
  )
}

function OfDatastore({ first }: { first: number }) {
  const [chosen, choose] = useState(first > 0 ? first : null)
  return (
    <>
      <DatastoreChooser label="Datastore" datastoreId={chosen} choose={choose} />
      {chosen !== null && <Export key={chosen} datastoreId={chosen} />}
    </>
  )
}

function Export(of: RunOf) {
  const refused = useRefusal(of.datastoreId, 'Editor')
  return (
    <>
      <p>
        {of.container === undefined
          ? 'It has all open anomalies of the tables and files, however the list is narrowed.'
          : `It has all open anomalies of ${of.container.name}, however the list is narrowed.`}
      </p>
      <RunForm {...of} kinds={['export']} refused={refused} />
    </>
  )
}
