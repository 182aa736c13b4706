import { styled } from '@mui/material/styles'

/** A part of a grid, whose role is given: a <table> can't leave out the rows that aren't seen. */
export const GridPart = styled('div')({})
