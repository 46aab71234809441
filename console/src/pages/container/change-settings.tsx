import { useState } from 'react'
import type { Container, Field, FieldStatus } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { differing } from '../../api/differing.ts'
import { problemsOf } from '../../api/problems.ts'
import { FollowedEntry } from '../../drafts/followed-entry.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { Failure } from '../../kit/failure.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { isOther } from '../../kit/unsaved-input.ts'
import { SaveFoot } from '../../kit/save-foot.tsx'
import { ComputationFields } from './computation-fields.tsx'
import { usualFile } from './file-draft.ts'
import { FileFields } from './file-fields.tsx'
import { isComputed, missingOf, settingsMembers, settingsOf, type SettingsDraft } from './settings-draft.ts'
import { NoteFields, ReadingFields } from './settings-fields.tsx'

/** Fields that settings can name. */
const present: FieldStatus[] = ['active', 'masked', 'excluded']

/** Changes how a table or file is read, measured and noted, and what a computed one is made of. */
export function ChangeSettings({ container }: { container: Container }) {
  const refused = useRefusal(container.datastore.id, 'Editor')
  return (
    <Sheet words="Change its settings" title={`Settings of ${container.name}`} refused={refused}>
      {(close) => <WithFields container={container} close={close} />}
    </Sheet>
  )
}

interface Given {
  container: Container
  close: () => void
}

function WithFields(given: Given) {
  const { data, error, refetch } = useAnswer('GET /api/containers/{id}/fields', {
    path: { id: given.container.id },
    query: { status: present },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading its fields …</p>
  return <Form {...given} fields={data} />
}

function Form({ container, close, fields }: Given & { fields: readonly Field[] }) {
  const form = useFollowedForm({
    name: 'GET /api/containers/{id}',
    given: { path: { id: container.id } },
    known: container,
    draftOf: settingsOf,
  })
  const { draft, base } = form
  const [dropsFields, dropFields] = useState(false)
  const change = useChange('PUT /api/containers/{id}')
  const problems = problemsOf(change.error)
  const put = (part: Partial<SettingsDraft>) => {
    form.put(part)
    // What was found wrong was about what stood there before.
    change.reset()
  }
  const save = () =>
    change.mutate(
      {
        path: { id: container.id },
        body: {
          ...differing(settingsMembers(base, container), settingsMembers(draft, container)),
          ...(dropsFields && { force_drop_fields: true }),
        },
      },
      {
        onSuccess({ name }) {
          close()
          tell(`The settings of ${name} are changed.`)
        },
      },
    )
  const isFile = container.container_type === 'file'
  const filling = { draft, put, problems, fields }
  return (
    <FollowedEntry form={form} what={isFile ? 'file' : 'table'} isMore={dropsFields} save={save}>
      {isComputed(container) && <ComputationFields {...{ container, dropsFields, dropFields, ...filling }} />}
      <NoteFields {...filling} />
      <ReadingFields {...filling} />
      {isFile && (
        <FileFields
          layout={container.file_layout}
          isOpen={isOther(base.file, usualFile)}
          draft={draft.file}
          put={(part) => put({ file: { ...draft.file, ...part } })}
          problems={problems}
        />
      )}
      <SaveFoot change={change} refused={missingOf(draft)} />
    </FollowedEntry>
  )
}
