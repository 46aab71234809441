import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'

/** Milliseconds without a key after which what was typed counts. */
const pause = 250

/** A line whose value is kept elsewhere, such as in the address: what is typed is shown at once. */
interface Typed {
  text: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Hands on what is typed a moment after the last key, or with Enter; follows `value` where that changes by itself. */
export function useTyped(value: string, hand: (value: string) => void): Typed {
  const [text, setText] = useState(value)
  // What was handed on comes back as the value only later, when more may have been typed.
  const onItsWay = useRef<string[]>([])
  useEffect(() => {
    const place = onItsWay.current.indexOf(value)
    onItsWay.current = onItsWay.current.slice(place + 1)
    if (place === -1) setText(value)
  }, [value])
  const handOn = () => {
    if (text === (onItsWay.current.at(-1) ?? value)) return
    onItsWay.current.push(text)
    hand(text)
  }
  const latest = useRef(handOn)
  useEffect(() => void (latest.current = handOn))
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), pause)
    return () => clearTimeout(timer)
  }, [text])
  return {
    text,
    onChange: ({ target }) => setText(target.value),
    onKeyDown({ key }) {
      if (key === 'Enter') handOn()
    },
  }
}
