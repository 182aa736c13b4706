import { refusalOfGeometry } from '@cresyl/contract/annotations/annotation-checks'
import type { AnnotationDocument, Edit } from '../document/create-document.ts'

/** Why the server would not keep what is to be done, in a sentence; undefined where it would. */
export function refusalOfEdit(
  { create = [], update = [] }: Edit,
  document: Pick<AnnotationDocument, 'get'>,
  image: { readonly width: number; readonly height: number },
): string | undefined {
  for (const { content } of create) {
    const refusal = refusalOfGeometry(content.geometry, content.shape, image)
    if (refusal !== undefined) return refusal
  }
  for (const { id, patch } of update) {
    const shape = patch.shape ?? document.get(id)?.shape
    const refusal = patch.geometry && shape && refusalOfGeometry(patch.geometry, shape, image)
    if (refusal !== undefined) return refusal
  }
  return undefined
}
