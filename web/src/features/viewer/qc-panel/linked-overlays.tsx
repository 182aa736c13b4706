import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LinkedOverlay } from '../../../engine/viewer/link/overlay-text.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { standingOf } from './checks.ts'
import { measureId } from './measure-rows.ts'
import { useQcDesk } from './qc-desk.tsx'
import { checkQuery, checksQuery } from './queries.ts'
import { words } from './words.ts'

/** Lays over the slides what a link says lay there. */
export function LinkedOverlays() {
  const { awaited, settle } = useQcDesk()
  const client = useQueryClient()
  const api = useApi()

  async function find(linked: LinkedOverlay) {
    const check = await client.fetchQuery(checkQuery(api, linked.checkId))
    const { results } = await client.fetchQuery(checksQuery(api, check.input_image_id))
    const overlay = check.overlays.find((each) => measureId(each) === measureId(linked))
    const measure = check.measures.find((each) => measureId(each) === measureId(linked))
    if (!overlay || !measure) return null
    const shown = { imageId: check.input_image_id, checkId: check.id, overlay, measure }
    return { shown, isEarlier: standingOf(results, undefined).shown?.id !== check.id }
  }

  const findAll = useEffectEvent(async () => {
    const all = await Promise.all(
      awaited.map(async ({ overlay }) => [overlay, await find(overlay).catch(() => null)] as const),
    )
    for (const [overlay, found] of all) settle(overlay, found)
    if (all.some(([, found]) => found === null)) showToast(words.overlay.gone, 'info')
  })
  useEffect(() => void findAll(), [])
  return null
}
