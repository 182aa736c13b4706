import { useState } from 'react'
import { useUploader } from '../uploader-context.tsx'
import { words } from '../words.ts'
import { type Moves, movesOf, placeOnto } from './order.ts'
import type { QueueActs } from './queue-acts.ts'
import { useRowDrag } from './use-row-drag.ts'

/** The dialog that is open, about one file. */
interface Opened {
  kind: 'edit' | 'details'
  key: string
}

/** What rows can ask for, and what comes of it on the page. */
export function useQueueActions() {
  const uploader = useUploader()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [news, setNews] = useState('')

  function place(key: string, to: number | undefined) {
    if (to === undefined) return
    uploader.move(key, to)
    const uploads = uploader.list()
    const moved = uploads[to]
    if (!moved) return
    const group = uploads.filter(({ stage }) => (stage === 'draft') === (moved.stage === 'draft'))
    setNews(words.actions.moved(moved.name, group.indexOf(moved) + 1, group.length))
  }
  function move(key: string, where: keyof Moves) {
    place(key, movesOf(uploader.list()).get(key)?.[where])
    keepHandle(key)
  }
  const { dragged, drag } = useRowDrag((key, over) => place(key, placeOnto(uploader.list(), key, over)))

  const [acts] = useState<QueueActs>(() => ({
    edit: (key) => setOpened({ kind: 'edit', key }),
    showDetails: (key) => setOpened({ kind: 'details', key }),
    move,
    drag,
  }))
  return { acts, dragged, opened, close: () => setOpened(null), news }
}

/** A row that changes its place in the page loses the focus. */
function keepHandle(key: string): void {
  if (!document.activeElement?.matches('[data-handle]')) return
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-upload="${CSS.escape(key)}"]`)
    row?.querySelector<HTMLElement>('[data-handle]')?.focus()
  })
}
