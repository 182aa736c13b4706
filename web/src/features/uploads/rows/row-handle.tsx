import IconButton from '@mui/material/IconButton'
import type { KeyboardEvent } from 'react'
import { GripVertical } from '../../../ui/frame/icons.ts'
import { words } from '../words.ts'
import { drawnFor } from './drawn-for.ts'
import type { Moves } from './order.ts'
import { useQueueActs } from './queue-acts.ts'

const movesByKey: Partial<Record<string, keyof Moves>> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top' }

/** Changes the place of a row: by dragging, or with the arrow keys. */
export const RowHandle = drawnFor(['key', 'name'], ({ upload: { key, name } }) => {
  const acts = useQueueActs()
  function onKeyDown(event: KeyboardEvent) {
    const where = movesByKey[event.key]
    if (where === undefined) return
    event.preventDefault()
    acts.move(key, where)
  }
  return (
    <IconButton
      size="small"
      data-handle
      aria-label={words.actions.handle(name)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => acts.drag(key, event)}
      sx={{ cursor: 'grab', touchAction: 'none' }}
    >
      <GripVertical size={16} aria-hidden />
    </IconButton>
  )
})
