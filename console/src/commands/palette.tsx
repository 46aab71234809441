import { useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react'
import type { SearchHit, SearchedKind } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Dialog } from '../kit/dialog.tsx'
import { copyAsCurl } from './copy-as-curl.ts'
import { places, type Sheet } from './keys.ts'
import { seenBy } from './seen.ts'

/** Where a thing of this kind is shown, before its id; the page alone where a list shows it. */
const pageOf: Record<SearchedKind, (id: number) => string> = {
  datastore: (id) => `/datastores/${id}`,
  container: (id) => `/containers/${id}`,
  field: (id) => `/fields/${id}`,
  quality_check: (id) => `/checks/${id}`,
  anomaly: (id) => `/anomalies/${id}`,
  operation: (id) => `/runs/${id}`,
  schedule: () => '/schedules',
  flow: (id) => `/flows/${id}`,
  user: () => '/people',
}

/** Finds anything by its name or id, and does what keys do; with `>` at the beginning it lists commands only. */
export default function Palette({ close, open }: { close: () => void; open: (sheet: Sheet) => void }) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const text = typed.replace(/^[>#]/, '').trim()
  const isSearch = text !== '' && !typed.startsWith('>')
  const { data, error } = useAnswer(
    'GET /api/search',
    { query: { q: text, size: 12 } },
    { enabled: isSearch, keep: true },
  )
  const hits = isSearch ? (data?.items ?? []) : []
  const go = (to: string) => {
    close()
    void navigate({ to: to as string })
  }
  const me = useAnswer('GET /api/users/me', {}).data
  const seen = typed === '' && me ? seenBy(me.id) : []
  const commands = commandsOf({ close, open, go }).filter(({ word }) =>
    word.toLowerCase().includes(text.toLowerCase()),
  )
  return (
    <Dialog title="Search and commands" isOpen close={close}>
      <ComboboxProvider open setValue={setTyped} includesBaseElement={false}>
        <Combobox
          className="input"
          aria-label="Search"
          placeholder="A name, an id, or > for commands"
          autoSelect="always"
          autoFocus
        />
        {error && isSearch && <p className="problem">{error.message}</p>}
        {isSearch && data && hits.length === 0 && commands.length === 0 && <p>Nothing is called so.</p>}
        <ComboboxList alwaysVisible aria-label="Found">
          {hits.map((hit) => (
            <Item key={`${hit.kind} ${hit.id}`} act={() => go(pageOf[hit.kind](hit.id))}>
              <Hit hit={hit} />
            </Item>
          ))}
          {seen.map(({ to, title }) => (
            <Item key={to} act={() => go(to)}>
              <span className="cut">{title}</span>
              <small>seen lately</small>
            </Item>
          ))}
          {commands.map(({ word, key, act }) => (
            <Item key={word} act={act}>
              {word} <kbd>{key}</kbd>
            </Item>
          ))}
        </ComboboxList>
      </ComboboxProvider>
    </Dialog>
  )
}

/** What is done by Enter or a click. */
function Item({ act, children }: { act: () => void; children: ReactNode }) {
  return (
    <ComboboxItem className="menu-item" setValueOnClick={false} hideOnClick={false} onClick={act}>
      {children}
    </ComboboxItem>
  )
}

interface Ways {
  close: () => void
  open: (sheet: Sheet) => void
  go: (to: string) => void
}

/** What keys do, as entries of the list. */
function commandsOf({ close, open, go }: Ways) {
  return [
    ...places.map(({ word, to, letter }) => ({
      word: `Go to ${word}`,
      key: `g ${letter}`,
      act: () => go(to),
    })),
    { word: 'Show all keys', key: '?', act: () => open('keys') },
    {
      word: 'Copy what this page asks as curl',
      key: 'Shift Y',
      act() {
        close()
        void copyAsCurl()
      },
    },
  ]
}

function Hit({ hit: { kind, title, path, state } }: { hit: SearchHit }) {
  return (
    <>
      <span className="cut">{title}</span>
      <small>{[words[kind], ...path, state].filter((word) => word !== null).join(' · ')}</small>
    </>
  )
}

const words: Record<SearchedKind, string> = {
  datastore: 'datastore',
  container: 'table or file',
  field: 'field',
  quality_check: 'check',
  anomaly: 'anomaly',
  operation: 'run',
  schedule: 'schedule',
  flow: 'flow',
  user: 'person',
}
