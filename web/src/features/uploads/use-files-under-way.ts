import { useState, useSyncExternalStore } from 'react'
import { activeStages } from '../../engine/uploads/upload-totals.ts'
import type { Uploader } from '../../engine/uploads/uploader.ts'
import { useUploader } from './uploader-context.tsx'

/** The ids of the files that this tab is sending now: the same set as long as they are the same files. */
export function useFilesUnderWay(): ReadonlySet<string> {
  const uploader = useUploader()
  const [look] = useState(() => rememberingLook(uploader))
  return useSyncExternalStore(uploader.subscribe, look)
}

function rememberingLook(uploader: Uploader): () => ReadonlySet<string> {
  let known: readonly string[] = []
  let set: ReadonlySet<string> = new Set()
  return () => {
    const ids = uploader
      .list()
      .flatMap(({ fileId, stage }) => (fileId !== null && activeStages.includes(stage) ? [fileId] : []))
    if (ids.length === known.length && ids.every((id, index) => id === known[index])) return set
    known = ids
    set = new Set(ids)
    return set
  }
}
