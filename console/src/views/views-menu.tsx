import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { EntryForm } from '../kit/entry-form.tsx'
import { TextField } from '../kit/fields.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { tell } from '../kit/toasts.tsx'
import { useAddress } from '../shell/search.ts'
import { isSameView, useKeptViews } from './kept-views.ts'
import './views.css'

/** The views of a list that have names: opens one, and keeps the present one. */
export function ViewsMenu({ list }: { list: string }) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  // What is shown beside the list, and which page of it, is no part of a view.
  const now = useAddress().with({ show: undefined, page: undefined })
  const { views, ...kept } = useKeptViews(list)
  return (
    <>
      <Menu label="Views">
        {views.map(({ name, search }) => (
          <MenuItem key={name} act={() => void navigate({ to: '.', search: search as never })}>
            <span aria-hidden="true">{isSameView(search, now) ? '●' : '○'}</span> {name}
          </MenuItem>
        ))}
        <MenuItem act={() => setOpen(true)}>Keep or remove views …</MenuItem>
      </Menu>
      <Dialog title={`Views of ${list}`} isOpen={isOpen} close={() => setOpen(false)}>
        <KeepView
          keep={(name) => {
            kept.keep({ name, search: now })
            setOpen(false)
            tell(`${name} is kept in this browser.`)
          }}
        />
        <ul className="kept-views">
          {views.map(({ name }) => (
            <li key={name} className="row">
              <bdi className="cut">{name}</bdi>
              <span className="push">
                <Button aria-label={`Remove ${name}`} onClick={() => kept.remove(name)}>
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

/** Gives the filters, the order and the tab that the list has now a name. */
function KeepView({ keep }: { keep: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <EntryForm className="stack" written={{ name }} submit={() => keep(name.trim())}>
      <p>
        A view has the tab, the filters and the order that the list has now. This browser keeps it; to share
        it, send the address.
      </p>
      <TextField
        label="Name of the view"
        required
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="row">
        <Button kind="primary" type="submit" refused={name.trim() === '' ? 'Give it a name first.' : null}>
          Keep this view
        </Button>
      </div>
    </EntryForm>
  )
}
