import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LinkedResult as Linked } from '../../../engine/viewer/link/result-text.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { runQuery } from './queries.ts'
import { useResultsDesk } from './results-desk.tsx'
import { outputRows, type ShownResult } from './run-rows.ts'
import { words } from './words.ts'

/** Lays over the slides the result that a link says lay there. */
export function LinkedResult() {
  const { awaited, settle } = useResultsDesk()
  const client = useQueryClient()
  const api = useApi()

  async function find({ runId, key }: Linked): Promise<ShownResult | null> {
    const run = await client.fetchQuery(runQuery(api, runId))
    const row = outputRows(run, run.manifest).find(({ output }) => output.key === key)
    return row && 'shown' in row ? row.shown : null
  }

  const findAwaited = useEffectEvent(async () => {
    if (awaited === null) return
    const found = await find(awaited).catch(() => null)
    settle(found)
    if (found === null) showToast(words.outputs.gone, 'info')
  })
  useEffect(() => void findAwaited(), [])
  return null
}
