import Badge from '@mui/material/Badge'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

interface DrawnBadgeProps {
  /** '' for none. */
  mark: string
  tone?: 'primary' | 'error'
  children: ReactNode
}

/** A small mark on a button. */
export function DrawnBadge({ mark, tone = 'primary', children }: DrawnBadgeProps) {
  return (
    <Badge badgeContent={<Mark data-mark={mark} />} invisible={mark === ''} color={tone}>
      {children}
    </Badge>
  )
}

// Drawn, not written: the label says it in full, and a button must not be called "99+".
const Mark = styled('span')({ '&::before': { content: 'attr(data-mark)' } })

/** A number as it fits on a badge; none for nothing. */
export function countMark(count: number): string {
  if (count === 0) return ''
  return count > 99 ? '99+' : String(count)
}
