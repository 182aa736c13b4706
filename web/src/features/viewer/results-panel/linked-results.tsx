import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LinkedResult } from '../../../engine/viewer/link/result-text.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { runQuery } from './queries.ts'
import { useResultsDesk } from './results-desk.tsx'
import { outputRows, type ShownResult } from './run-rows.ts'
import { words } from './words.ts'

/** Lays over the slides the results that a link says lay there. */
export function LinkedResults() {
  const { awaited, settle } = useResultsDesk()
  const client = useQueryClient()
  const api = useApi()

  async function find({ runId, key }: LinkedResult): Promise<ShownResult | null> {
    const run = await client.fetchQuery(runQuery(api, runId))
    const row = outputRows(run, run.manifest).find(({ output }) => output.key === key)
    return row && 'shown' in row ? row.shown : null
  }

  const findAwaited = useEffectEvent(async () => {
    if (awaited.length === 0) return
    const all = await Promise.all(awaited.map((each) => find(each).catch(() => null)))
    const found = all.filter((each) => each !== null)
    settle(found)
    if (found.length < all.length) showToast(words.outputs.gone, 'info')
  })
  useEffect(() => void findAwaited(), [])
  return null
}
