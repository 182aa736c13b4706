import { findAnnotated } from '../annotations/annotated-image.ts'
import { countAnnotations } from '../annotations/queries.ts'
import type { AuditedWork } from '../work.ts'
import { type FileQuery, findAnnotationFile } from './find-annotation-file.ts'

/** Audits that an address is handed out: whoever has it may fetch what lies there. Returns what will lie there. */
export async function offerAnnotations(
  work: AuditedWork,
  query: FileQuery,
): Promise<{ file_name: string; count: number }> {
  const { id, slideId } = await findAnnotated(work, query.image_id)
  const { fileName } = await findAnnotationFile(work.tx, query)
  const { image_id, ...asked } = query
  const count = await countAnnotations(work.tx, { ...asked, image_id: [image_id] })
  work.record({ id, details: { slide_id: slideId, ...asked, count } })
  return { file_name: fileName, count }
}
