import { useEffect, useEffectEvent, useState } from 'react'
import type { DroppedEntry } from './intake.ts'
import type { Dropped } from './use-intake.ts'

interface PageDrop {
  onFiles: (dropped: Dropped) => void
  /** Something that is no file was dropped. */
  onOther: () => void
}

/** Takes what is dropped anywhere on the page. Whether files are being dragged over it now. */
export function usePageDrop({ onFiles, onOther }: PageDrop): boolean {
  const [over, setOver] = useState(false)
  const drop = useEffectEvent((transfer: DataTransfer) => {
    if (hasFiles(transfer)) onFiles(droppedIn(transfer))
    else onOther()
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      window.addEventListener(type, act, { signal: listening.signal })
    listen('dragover', (event) => {
      if (isForField(event) || event.dataTransfer === null) return
      // Otherwise the browser would leave the page for the file.
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(hasFiles(event.dataTransfer))
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    listen('drop', (event) => {
      setOver(false)
      if (isForField(event) || event.defaultPrevented || event.dataTransfer === null) return
      event.preventDefault()
      drop(event.dataTransfer)
    })
    return () => listening.abort()
  }, [])
  return over
}

function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files')
}

/** Text goes where text is typed. */
function isForField({ target, dataTransfer }: DragEvent): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && dataTransfer !== null && !hasFiles(dataTransfer)
}

/** All of it at once: when the event is over, the browser shows nothing any more. */
function droppedIn({ items }: DataTransfer): Dropped {
  const [entries, files]: [DroppedEntry[], File[]] = [[], []]
  for (const item of items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = entry === null ? item.getAsFile() : null
    if (entry && isKnown(entry)) entries.push(entry)
    else if (file) files.push(file)
  }
  return { entries, files }
}

function isKnown(entry: FileSystemEntry): entry is FileSystemEntry & DroppedEntry {
  return entry.isFile || entry.isDirectory
}
