import {
  annotationsDownloadUrl,
  type ImportPreview,
  importAnnotations,
  previewImport,
  selectedDownloadUrl,
} from '@cresyl/contract/annotations/annotation-files'
import { summariseAnnotations } from '@cresyl/contract/annotations/annotation-views'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLive } from '../../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../../lib/live/live-keys.ts'
import { useApi } from '../../../../lib/session/session-context.tsx'
import { followLink, saveFile } from '../../../../ui/form/save-file.ts'
import { type ExportDraft, type Exported, type ExportOrder, filterOf } from './export-draft.ts'
import { words } from './words.ts'

/** How many the server means by it. */
export function useExportedCount({ which }: Pick<ExportDraft, 'which'>, exported: Exported) {
  const { call } = useApi()
  useLive('annotations', 'unhurried')
  const query = { image_id: [exported.imageId], ...filterOf({ which }, exported) }
  return useQuery({
    queryKey: [...liveKeys.annotations, 'exported', query],
    // Those selected are known by their number.
    enabled: which !== 'selected',
    queryFn: async ({ signal }) => (await call(summariseAnnotations, { query }, { signal })).count,
  })
}

/** Has the browser download each of them. */
export function useExport() {
  const { call } = useApi()
  return useMutation({
    mutationFn: async (orders: readonly ExportOrder[]) => {
      for (const order of orders) {
        const isListed = 'body' in order
        const { format } = isListed ? order.body : order.query
        const { url, file_name } = isListed
          ? await call(selectedDownloadUrl, order)
          : await call(annotationsDownloadUrl, order)
        if (format === 'mask_legend') await saveSmall(url, file_name)
        else followLink(url, file_name)
      }
    },
  })
}

/** Browsers drop one of two downloads that begin in the same moment: a few lines are fetched instead. */
async function saveSmall(url: string, fileName: string): Promise<void> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(words.export.legendFailed)
  saveFile(await reply.blob(), fileName)
}

export interface ImportFile {
  readonly name: string
  readonly content: string
}

export function usePreview(imageId: string) {
  const { call } = useApi()
  return useMutation({
    meta: { shownInPlace: () => true },
    mutationFn: async (file: File): Promise<{ file: ImportFile; preview: ImportPreview }> => {
      const content = await file.text()
      const preview = await call(previewImport, { body: { image_id: imageId, content } })
      return { file: { name: file.name, content }, preview }
    },
  })
}

export function useImport(imageId: string) {
  const { call } = useApi()
  return useMutation({
    meta: { shownInPlace: () => true },
    mutationFn: ({ file, without, classes }: ImportOrder) =>
      call(
        importAnnotations,
        { body: { image_id: imageId, file_name: file.name, content: file.content, without, classes } },
        { idempotencyKey: crypto.randomUUID() },
      ),
  })
}

interface ImportOrder {
  readonly file: ImportFile
  readonly without: number[]
  readonly classes: { name: string; classification: { name: string; color: string } | null }[]
}
