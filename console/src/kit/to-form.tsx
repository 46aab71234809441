import { Button } from './button.tsx'

/** Leads to a form further down on the page, which may be far below a long list; `id` is that of its section. */
export function ToForm({ id, words }: { id: string; words: string }) {
  const go = () => {
    const form = document.getElementById(id)
    form?.scrollIntoView()
    form?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true })
  }
  return <Button onClick={go}>{words}</Button>
}
