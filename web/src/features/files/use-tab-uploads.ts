import { useMemo, useSyncExternalStore } from 'react'
import { createRecordStore, recordsKey } from '../../engine/uploads/record-store.ts'
import { isUnderWay } from '../../engine/uploads/upload-record.ts'

/** Percent sent of what the tabs of this browser are uploading, by file. */
export type TabUploads = ReadonlyMap<string, number>

/** Follows what other tabs write down; what this one sends, it knows better itself. */
export function useTabUploads(): TabUploads {
  const text = useSyncExternalStore(subscribe, readText)
  return useMemo(() => uploadsIn(text), [text])
}

function subscribe(listener: () => void): () => void {
  // Without a key: all of it was cleared.
  const hear = ({ key }: StorageEvent) => (key === recordsKey || key === null) && listener()
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

const readText = () => window.localStorage.getItem(recordsKey)

/** What the text under the key tells of uploads that are under way. */
export function uploadsIn(text: string | null): TabUploads {
  const storage = { getItem: () => text, setItem: () => {}, removeItem: () => {} }
  const records = createRecordStore(storage).list().filter(isUnderWay)
  return new Map(records.map(({ fileId, progress }) => [fileId, progress]))
}
