import type { ImportPreview } from '@cresyl/contract/annotations/annotation-files'
import type { AnnotationClassification } from '@cresyl/contract/annotations/annotations'
import { annotationLimits } from '@cresyl/contract/api/limits'

/** What becomes of a class of the file: it stays, or one of the organisation or none takes its place. */
export type ClassChoice = 'keep' | 'none' | AnnotationClassification

/** By the name of the class in the file. */
export type ClassChoices = Readonly<Record<string, ClassChoice>>

/**
 * Where names differ by capitals only, the same is meant: the class of the organisation is chosen, which anybody can
 * change.
 */
export function likelyChoices(
  { classes }: Pick<ImportPreview, 'classes'>,
  own: readonly AnnotationClassification[],
): ClassChoices {
  const choices = classes.map(({ classification: { name }, known }): [string, ClassChoice] => {
    const alike = known ? undefined : own.find((each) => each.name.toLowerCase() === name.toLowerCase())
    return [name, alike ? { name: alike.name, color: alike.color } : 'keep']
  })
  return Object.fromEntries(choices)
}

/** As the server is told: only what is to be another. */
export function chosenClasses(choices: ClassChoices) {
  return Object.entries(choices).flatMap(([name, choice]) =>
    choice === 'keep' ? [] : [{ name, classification: choice === 'none' ? null : choice }],
  )
}

const mostMegabytes = Math.floor(annotationLimits.body / 1024 / 1024) - 1

/** Megabytes that a file may have where it has more; otherwise null. */
export const tooLarge = ({ size }: Pick<File, 'size'>): number | null =>
  size > mostMegabytes * 1024 * 1024 ? mostMegabytes : null
