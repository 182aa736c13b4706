import { findAnnotated } from '../annotations/annotated-image.ts'
import { countAnnotations } from '../annotations/queries.ts'
import type { AuditedWork } from '../work.ts'
import { type FileQuery, findAnnotationFile } from './find-annotation-file.ts'
import type { Selection } from './selection.ts'

/** Audits that an address is handed out: whoever has it may fetch what lies there. Returns what will lie there. */
export async function offerAnnotations(
  work: AuditedWork,
  query: FileQuery,
  selection?: Selection,
): Promise<{ file_name: string; count: number }> {
  const { id, slideId } = await findAnnotated(work, query.image_id)
  const { image_id, ...asked } = query
  const chosen = selection ? { ...asked, id: [...selection.ids] } : asked
  const { fileName } = await findAnnotationFile(work.tx, { ...chosen, image_id })
  const count = await countAnnotations(work.tx, work.member.organizationId, {
    ...chosen,
    image_id: [image_id],
  })
  const named = selection && { selected: selection.ids.length, selection: selection.name }
  work.record({ id, details: { slide_id: slideId, ...asked, ...named, count } })
  return { file_name: fileName, count }
}
