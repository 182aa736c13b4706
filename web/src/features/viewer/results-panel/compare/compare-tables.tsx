import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Swatch } from '../result-legend.tsx'
import type { ComparedFigure } from './compare-figures.ts'
import { type ComparedFact, differs } from './compare-runs.ts'
import { words } from './words.ts'

/** Counts, scores and the time of both, with what lies between them. */
export function FiguresTable({
  figures,
  beforeLabel,
}: {
  figures: readonly ComparedFigure[]
  beforeLabel: string
}) {
  return (
    <CompareTable title={words.figures} columns={[beforeLabel, words.now, words.difference]} isFigures>
      {figures.map(({ key, label, color, before, now, difference }) => (
        <TableRow key={key}>
          <Name>
            <Box
              component="span"
              sx={{ display: 'inline-flex', alignItems: 'center', gap: { xs: 1, sm: 2 } }}
            >
              {color !== null && <Swatch color={color} />}
              {label}
            </Box>
          </Name>
          <Figure>{before}</Figure>
          <Figure>{now}</Figure>
          <Figure isMuted={difference === words.unchanged || difference === words.none}>{difference}</Figure>
        </TableRow>
      ))}
    </CompareTable>
  )
}

/** In what way they were made differently; what is the same is there for whoever looks for it. */
export function FactsTable({ facts, beforeLabel }: { facts: readonly ComparedFact[]; beforeLabel: string }) {
  const different = facts.filter(differs)
  const same = facts.filter((fact) => !differs(fact))
  return (
    <Box>
      {different.length === 0 ? (
        <>
          <Typography variant="h3" component="h3" sx={{ mb: 2 }}>
            {words.facts}
          </Typography>
          <Typography>{words.nothingDiffers}</Typography>
        </>
      ) : (
        <CompareTable title={words.facts} columns={[beforeLabel, words.now]}>
          {different.map(({ key, label, before, now }) => (
            <TableRow key={key}>
              <Name>{label}</Name>
              <Value>{before}</Value>
              <Value>{now}</Value>
            </TableRow>
          ))}
        </CompareTable>
      )}
      <Box component="details" sx={{ mt: 3, '& summary': { cursor: 'pointer', color: 'text.secondary' } }}>
        <summary>{words.same}</summary>
        <Table size="small" aria-label={words.same} sx={{ mt: 1, tableLayout: 'fixed' }}>
          <TableBody>
            {same.map(({ key, label, now }) => (
              <TableRow key={key}>
                <Name>{label}</Name>
                <Value colSpan={2}>{now}</Value>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Box>
  )
}

interface CompareTableProps {
  title: string
  columns: readonly string[]
  isFigures?: boolean
  children: ReactNode
}

function CompareTable({ title, columns, isFigures = false, children }: CompareTableProps) {
  const titleId = useId()
  return (
    <Box>
      <Typography variant="h3" component="h3" id={titleId} sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Table size="small" aria-labelledby={titleId} sx={{ tableLayout: 'fixed' }}>
        <TableHead>
          <TableRow>
            <TableCell sx={cell} />
            {columns.map((column) => (
              <TableCell key={column} {...(isFigures && { align: 'right' })} sx={cell}>
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </Box>
  )
}

const cell = {
  px: { xs: 0.5, sm: 2 },
  py: 1.5,
  height: 'auto',
  fontSize: { xs: '0.8125rem', sm: 'inherit' },
  bgcolor: 'transparent',
  overflowWrap: 'anywhere',
  verticalAlign: 'top',
} as const

function Name({ children }: { children: ReactNode }) {
  return (
    <TableCell component="th" scope="row" sx={{ ...cell, color: 'text.secondary', fontWeight: 400 }}>
      {children}
    </TableCell>
  )
}

function Figure({ isMuted = false, children }: { isMuted?: boolean; children: ReactNode }) {
  return (
    <TableCell
      align="right"
      sx={{ ...cell, fontVariantNumeric: 'tabular-nums', ...(isMuted && { color: 'text.secondary' }) }}
    >
      {children}
    </TableCell>
  )
}

function Value({ colSpan, children }: { colSpan?: number; children: string | null }) {
  return (
    <TableCell {...(colSpan !== undefined && { colSpan })} sx={cell}>
      <bdi>{children ?? words.none}</bdi>
    </TableCell>
  )
}
