import { memo, type ReactNode } from 'react'
import type { Upload } from '../../../engine/uploads/upload.ts'

/** A part of a row that is drawn anew when one of these facts of its file has changed, not with every byte. */
export function drawnFor<Fact extends keyof Upload, Rest extends object = object>(
  facts: readonly Fact[],
  draw: (props: { upload: Pick<Upload, Fact> } & Rest) => ReactNode,
) {
  return memo(draw, ({ upload: before, ...rest }, { upload: now, ...others }) => {
    const isSameFile = facts.every((fact) => before[fact] === now[fact])
    return (
      isSameFile && Object.entries(rest).every(([name, value]) => Object.is(value, Reflect.get(others, name)))
    )
  })
}
