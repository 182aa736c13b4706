;; Loops over the pixels of a tile, many pixels at a time. Each does what its twin in TypeScript does, to the last bit.
(module
  (memory (export "memory") 1)

  ;; Brightness of 16 pixels at a time in whole values of 16 bits, as `averageRgb` of fine-tile.ts has it. The number of
  ;; pixels is a multiple of 16.
  (func (export "greyOfRgb") (param $rgb i32) (param $pixels i32) (param $grey i32)
    (local $end i32) (local $one v128) (local $two v128) (local $three v128)
    (local $red v128) (local $green v128) (local $blue v128)
    (local.set $end (i32.add (local.get $rgb) (i32.mul (local.get $pixels) (i32.const 3))))
    (loop $all
      (local.set $one (v128.load (local.get $rgb)))
      (local.set $two (v128.load offset=16 (local.get $rgb)))
      (local.set $three (v128.load offset=32 (local.get $rgb)))
      (local.set $red (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 17 20 23 26 29
        (i8x16.shuffle 0 3 6 9 12 15 18 21 24 27 30 0 0 0 0 0 (local.get $one) (local.get $two))
        (local.get $three)))
      (local.set $green (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 18 21 24 27 30
        (i8x16.shuffle 1 4 7 10 13 16 19 22 25 28 31 0 0 0 0 0 (local.get $one) (local.get $two))
        (local.get $three)))
      (local.set $blue (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 16 19 22 25 28 31
        (i8x16.shuffle 2 5 8 11 14 17 20 23 26 29 0 0 0 0 0 0 (local.get $one) (local.get $two))
        (local.get $three)))
      (v128.store (local.get $grey) (call $weigh
        (i16x8.extend_low_i8x16_u (local.get $red))
        (i16x8.extend_low_i8x16_u (local.get $green))
        (i16x8.extend_low_i8x16_u (local.get $blue))))
      (v128.store offset=16 (local.get $grey) (call $weigh
        (i16x8.extend_high_i8x16_u (local.get $red))
        (i16x8.extend_high_i8x16_u (local.get $green))
        (i16x8.extend_high_i8x16_u (local.get $blue))))
      (local.set $grey (i32.add (local.get $grey) (i32.const 32)))
      (local.set $rgb (i32.add (local.get $rgb) (i32.const 48)))
      (br_if $all (i32.lt_s (local.get $rgb) (local.get $end)))))

  (func $weigh (param $red v128) (param $green v128) (param $blue v128) (result v128)
    (i16x8.shr_u
      (i16x8.add
        (i16x8.add
          (i16x8.mul (local.get $red) (i16x8.splat (i32.const 77)))
          (i16x8.mul (local.get $green) (i16x8.splat (i32.const 150))))
        (i16x8.add
          (i16x8.mul (local.get $blue) (i16x8.splat (i32.const 29)))
          (i16x8.splat (i32.const 128))))
      (i32.const 8)))

  ;; The sum of what three tables of 256 numbers, one after the other, have for the three bytes of each pixel.
  (func (export "lookUp") (param $rgb i32) (param $pixels i32) (param $tables i32) (param $sums i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $rgb) (i32.mul (local.get $pixels) (i32.const 3))))
    (loop $all
      (i32.store (local.get $sums)
        (i32.add
          (i32.add
            (i32.load (i32.add (local.get $tables)
              (i32.shl (i32.load8_u (local.get $rgb)) (i32.const 2))))
            (i32.load offset=1024 (i32.add (local.get $tables)
              (i32.shl (i32.load8_u offset=1 (local.get $rgb)) (i32.const 2)))))
          (i32.load offset=2048 (i32.add (local.get $tables)
            (i32.shl (i32.load8_u offset=2 (local.get $rgb)) (i32.const 2))))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
      (local.set $rgb (i32.add (local.get $rgb) (i32.const 3)))
      (br_if $all (i32.lt_s (local.get $rgb) (local.get $end)))))

  ;; Of each square of 8 × 8 values of 16 bits (at most 4095), as `sumBlocks` of block-sums.ts: products of curvatures
  ;; (f64), sum (i32) and sum of squares (i32). Width and height are multiples of 8; pixels at the edge don't count.
  (func (export "sumBlocks") (param $grey i32) (param $width i32) (param $height i32) (param $toProducts i32)
    (param $toSums i32) (param $toSquares i32)
    (local $stride i32) (local $left i32) (local $top i32) (local $at i32) (local $y i32) (local $end i32)
    (local $mask v128) (local $value v128) (local $before v128) (local $above v128) (local $below v128)
    (local $across v128) (local $acrossAbove v128) (local $products v128) (local $sum v128) (local $squares v128)
    (local.set $stride (i32.shl (local.get $width) (i32.const 1)))
    (loop $rows
      (local.set $left (i32.const 0))
      (loop $columns
        (local.set $mask (v128.const i32x4 -1 -1 -1 -1))
        (if (i32.eqz (local.get $left))
          (then (local.set $mask (i16x8.replace_lane 0 (local.get $mask) (i32.const 0)))))
        (if (i32.eq (i32.add (local.get $left) (i32.const 8)) (local.get $width))
          (then (local.set $mask (i16x8.replace_lane 7 (local.get $mask) (i32.const 0)))))
        (local.set $products (v128.const i32x4 0 0 0 0))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $squares (v128.const i32x4 0 0 0 0))
        (local.set $y (select (local.get $top) (i32.const 1) (local.get $top)))
        (local.set $end (i32.add (local.get $top) (i32.const 8)))
        (if (i32.eq (local.get $end) (local.get $height))
          (then (local.set $end (i32.sub (local.get $end) (i32.const 1)))))
        ;; One row up: its curvature is multiplied with that of the first row.
        (local.set $at (i32.add (local.get $grey) (i32.add
          (i32.mul (i32.sub (local.get $y) (i32.const 1)) (local.get $stride))
          (i32.shl (local.get $left) (i32.const 1)))))
        (local.set $above (v128.load (local.get $at)))
        (local.set $across (i16x8.sub
          (i16x8.add (v128.load (i32.sub (local.get $at) (i32.const 2))) (v128.load offset=2 (local.get $at)))
          (i16x8.shl (local.get $above) (i32.const 1))))
        (local.set $at (i32.add (local.get $at) (local.get $stride)))
        (local.set $value (v128.load (local.get $at)))
        (loop $lines
          (local.set $acrossAbove (local.get $across))
          (local.set $before (v128.load (i32.sub (local.get $at) (i32.const 2))))
          (local.set $below (v128.load (i32.add (local.get $at) (local.get $stride))))
          (local.set $across (i16x8.sub
            (i16x8.add (local.get $before) (v128.load offset=2 (local.get $at)))
            (i16x8.shl (local.get $value) (i32.const 1))))
          (local.set $products (i32x4.add (local.get $products) (i32x4.add
            (i32x4.dot_i16x8_s (v128.and (local.get $across) (local.get $mask)) (local.get $acrossAbove))
            (i32x4.dot_i16x8_s
              (v128.and (local.get $mask) (i16x8.sub
                (i16x8.add (local.get $above) (local.get $below))
                (i16x8.shl (local.get $value) (i32.const 1))))
              (i16x8.sub
                (i16x8.add
                  (v128.load (i32.sub (i32.sub (local.get $at) (local.get $stride)) (i32.const 2)))
                  (v128.load (i32.sub (i32.add (local.get $at) (local.get $stride)) (i32.const 2))))
                (i16x8.shl (local.get $before) (i32.const 1)))))))
          (local.set $above (local.get $value))
          (local.set $value (v128.and (local.get $value) (local.get $mask)))
          (local.set $sum (i16x8.add (local.get $sum) (local.get $value)))
          (local.set $squares (i32x4.add (local.get $squares)
            (i32x4.dot_i16x8_s (local.get $value) (local.get $value))))
          (local.set $value (local.get $below))
          (local.set $at (i32.add (local.get $at) (local.get $stride)))
          (local.set $y (i32.add (local.get $y) (i32.const 1)))
          (br_if $lines (i32.lt_s (local.get $y) (local.get $end))))
        (local.set $products (i64x2.add
          (i64x2.extend_low_i32x4_s (local.get $products)) (i64x2.extend_high_i32x4_s (local.get $products))))
        (f64.store (local.get $toProducts) (f64.convert_i64_s (i64.add
          (i64x2.extract_lane 0 (local.get $products)) (i64x2.extract_lane 1 (local.get $products)))))
        (i32.store (local.get $toSums)
          (call $addLanes (i32x4.extadd_pairwise_i16x8_s (local.get $sum))))
        (i32.store (local.get $toSquares) (call $addLanes (local.get $squares)))
        (local.set $toProducts (i32.add (local.get $toProducts) (i32.const 8)))
        (local.set $toSums (i32.add (local.get $toSums) (i32.const 4)))
        (local.set $toSquares (i32.add (local.get $toSquares) (i32.const 4)))
        (local.set $left (i32.add (local.get $left) (i32.const 8)))
        (br_if $columns (i32.lt_s (local.get $left) (local.get $width))))
      (local.set $top (i32.add (local.get $top) (i32.const 8)))
      (br_if $rows (i32.lt_s (local.get $top) (local.get $height)))))

  (func $addLanes (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes)))))

  ;; Four steps of light as `countStep` of seam-sums.ts counts them.
  (func $countSteps (param $before v128) (param $after v128) (param $shift i32) (result v128)
    (local $step v128)
    (local.set $step (i32x4.sub (local.get $after) (local.get $before)))
    (v128.andnot
      (i32x4.add (v128.const i32x4 65536 65536 65536 65536)
        (i32x4.shr_s
          (i32x4.min_s (v128.const i32x4 600 600 600 600)
            (i32x4.max_s (v128.const i32x4 0 0 0 0)
              (i32x4.add (local.get $step) (v128.const i32x4 300 300 300 300))))
          (local.get $shift)))
      (i32x4.shr_s
        (v128.or
          (v128.or
            (i32x4.sub (v128.const i32x4 5000 5000 5000 5000) (local.get $step))
            (i32x4.add (v128.const i32x4 5000 5000 5000 5000) (local.get $step)))
          (i32x4.add (local.get $after) (v128.const i32x4 4194304 4194304 4194304 4194304)))
        (i32.const 31))))

  ;; Adds the steps over each pixel of some rows to the sums of their columns, from column `first` on. The last sums
  ;; may be of columns that don't exist: up to four are written and read beyond the row.
  (func (export "countColumns") (param $light i32) (param $width i32) (param $from i32) (param $to i32)
    (param $first i32) (param $shift i32) (param $counted i32)
    (local $at i32) (local $end i32) (local $sum i32)
    (memory.fill (local.get $counted) (i32.const 0) (i32.shl (i32.add (local.get $width) (i32.const 4)) (i32.const 2)))
    (loop $rows
      (local.set $at (i32.add (local.get $light)
        (i32.shl (i32.add (i32.mul (local.get $from) (local.get $width)) (local.get $first)) (i32.const 2))))
      (local.set $end (i32.add (local.get $light)
        (i32.shl (i32.sub (i32.mul (i32.add (local.get $from) (i32.const 1)) (local.get $width)) (i32.const 1))
          (i32.const 2))))
      (local.set $sum (i32.add (local.get $counted) (i32.shl (local.get $first) (i32.const 2))))
      (loop $columns
        (v128.store (local.get $sum) (i32x4.add (v128.load (local.get $sum))
          (call $countSteps
            (v128.load (i32.sub (local.get $at) (i32.const 4))) (v128.load offset=4 (local.get $at))
            (local.get $shift))))
        (local.set $sum (i32.add (local.get $sum) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $columns (i32.lt_s (local.get $at) (local.get $end))))
      (local.set $from (i32.add (local.get $from) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $from) (local.get $to)))))

  ;; The steps over the pixels from one to another of a row, from the pixel above to that below, all together.
  (func (export "countRow") (param $light i32) (param $width i32) (param $from i32) (param $to i32)
    (param $shift i32) (result i32)
    (local $at i32) (local $end i32) (local $stride i32) (local $sums v128) (local $rest i32)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (local.set $at (i32.add (local.get $light) (i32.shl (local.get $from) (i32.const 2))))
    (local.set $rest (i32.and (i32.sub (local.get $to) (local.get $from)) (i32.const 3)))
    (local.set $end (i32.add (local.get $light) (i32.shl (i32.sub (local.get $to) (local.get $rest)) (i32.const 2))))
    (block $whole
      (loop $fours
        (br_if $whole (i32.ge_s (local.get $at) (local.get $end)))
        (local.set $sums (i32x4.add (local.get $sums) (call $countSteps
          (v128.load (i32.sub (local.get $at) (local.get $stride)))
          (v128.load (i32.add (local.get $at) (local.get $stride)))
          (local.get $shift))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $fours)))
    (local.set $end (i32.add (local.get $end) (i32.shl (local.get $rest) (i32.const 2))))
    (block $all
      (loop $ones
        (br_if $all (i32.ge_s (local.get $at) (local.get $end)))
        (local.set $sums (i32x4.add (local.get $sums)
          (v128.and (v128.const i32x4 -1 0 0 0) (call $countSteps
            (v128.load32_zero (i32.sub (local.get $at) (local.get $stride)))
            (v128.load32_zero (i32.add (local.get $at) (local.get $stride)))
            (local.get $shift)))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $ones)))
    (call $addLanes (local.get $sums)))

  ;; 1 for each square of 8 × 8 pixels of three bytes of which any byte is 0 or 255. Width is a multiple of 16, height
  ;; of 8.
  (func (export "markEnds") (param $rgb i32) (param $width i32) (param $height i32) (param $marks i32)
    (local $stride i32) (local $left i32) (local $top i32) (local $at i32) (local $end i32)
    (local $first v128) (local $middle v128) (local $last v128)
    (local.set $stride (i32.mul (local.get $width) (i32.const 3)))
    (loop $rows
      (local.set $left (i32.const 0))
      (loop $columns
        (local.set $first (v128.const i32x4 0 0 0 0))
        (local.set $middle (v128.const i32x4 0 0 0 0))
        (local.set $last (v128.const i32x4 0 0 0 0))
        (local.set $at (i32.add (local.get $rgb)
          (i32.add (i32.mul (local.get $top) (local.get $stride)) (local.get $left))))
        (local.set $end (i32.add (local.get $at) (i32.shl (local.get $stride) (i32.const 3))))
        (loop $lines
          (local.set $first (v128.or (local.get $first) (call $isEnd (v128.load (local.get $at)))))
          (local.set $middle (v128.or (local.get $middle) (call $isEnd (v128.load offset=16 (local.get $at)))))
          (local.set $last (v128.or (local.get $last) (call $isEnd (v128.load offset=32 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (local.get $stride)))
          (br_if $lines (i32.lt_s (local.get $at) (local.get $end))))
        (i32.store8 (local.get $marks) (v128.any_true (v128.or (local.get $first)
          (v128.and (local.get $middle) (v128.const i32x4 -1 -1 0 0)))))
        (i32.store8 offset=1 (local.get $marks) (v128.any_true (v128.or (local.get $last)
          (v128.and (local.get $middle) (v128.const i32x4 0 0 -1 -1)))))
        (local.set $marks (i32.add (local.get $marks) (i32.const 2)))
        (local.set $left (i32.add (local.get $left) (i32.const 48)))
        (br_if $columns (i32.lt_s (local.get $left) (local.get $stride))))
      (local.set $top (i32.add (local.get $top) (i32.const 8)))
      (br_if $rows (i32.lt_s (local.get $top) (local.get $height)))))

  (func $isEnd (param $bytes v128) (result v128)
    (v128.or
      (i8x16.eq (local.get $bytes) (v128.const i32x4 0 0 0 0))
      (i8x16.eq (local.get $bytes) (v128.const i32x4 -1 -1 -1 -1))))

  ;; Of each pixel whose value of 16 bits lies between two others, which of its neighbours' don't: 1 left, 2 right,
  ;; 4 above, 8 below; else 0. `inside` is memory for as many bytes, with room for a row before
  ;; and after it: nothing lies in there. What lies beyond the end of a row is the beginning of the next. The width is
  ;; a multiple of 16.
  (func (export "markEdges") (param $values i32) (param $width i32) (param $height i32) (param $least i32)
    (param $most i32) (param $inside i32) (param $marks i32)
    (local $at i32) (local $end i32) (local $here v128)
    (local.set $at (local.get $inside))
    (local.set $end (i32.add (local.get $inside) (i32.mul (local.get $width) (local.get $height))))
    (memory.fill (i32.sub (local.get $inside) (local.get $width)) (i32.const 0) (local.get $width))
    (memory.fill (local.get $end) (i32.const 0) (local.get $width))
    (loop $pixels
      (v128.store (local.get $at) (i8x16.narrow_i16x8_s
        (call $isBetween (v128.load (local.get $values)) (local.get $least) (local.get $most))
        (call $isBetween (v128.load offset=16 (local.get $values)) (local.get $least) (local.get $most))))
      (local.set $values (i32.add (local.get $values) (i32.const 32)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $pixels (i32.lt_s (local.get $at) (local.get $end))))
    (local.set $at (local.get $inside))
    (loop $marked
      (local.set $here (v128.load (local.get $at)))
      (v128.store (local.get $marks) (v128.and (local.get $here)
        (v128.or
          (v128.or
            (v128.andnot (i8x16.splat (i32.const 1)) (v128.load (i32.sub (local.get $at) (i32.const 1))))
            (v128.andnot (i8x16.splat (i32.const 2)) (v128.load offset=1 (local.get $at))))
          (v128.or
            (v128.andnot (i8x16.splat (i32.const 4)) (v128.load (i32.sub (local.get $at) (local.get $width))))
            (v128.andnot (i8x16.splat (i32.const 8)) (v128.load (i32.add (local.get $at) (local.get $width))))))))
      (local.set $marks (i32.add (local.get $marks) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $marked (i32.lt_s (local.get $at) (local.get $end)))))

  ;; Sums of the bytes of a row before each of them, and of all of them after the last.
  (func (export "addUp") (param $bytes i32) (param $count i32) (param $sums i32)
    (local $sum i32) (local $end i32)
    (local.set $end (i32.add (local.get $bytes) (local.get $count)))
    (loop $all
      (i32.store (local.get $sums) (local.get $sum))
      (local.set $sum (i32.add (local.get $sum) (i32.load8_u (local.get $bytes))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
      (local.set $bytes (i32.add (local.get $bytes) (i32.const 1)))
      (br_if $all (i32.lt_s (local.get $bytes) (local.get $end))))
    (i32.store (local.get $sums) (local.get $sum)))

  ;; Means of `length` bytes each, of which `sums` are the sums before them, for sixteen pixels at a time.
  (func (export "blurInner") (param $sums i32) (param $count i32) (param $length i32) (param $half f32)
    (param $share f32) (param $blurred i32)
    (local $end i32) (local $far i32)
    (local.set $end (i32.add (local.get $blurred) (local.get $count)))
    (loop $all
      (local.set $far (i32.add (local.get $sums) (i32.shl (local.get $length) (i32.const 2))))
      (v128.store (local.get $blurred) (call $narrow
        (call $mean (i32x4.sub (v128.load (local.get $far)) (v128.load (local.get $sums)))
          (local.get $half) (local.get $share))
        (call $mean (i32x4.sub (v128.load offset=16 (local.get $far)) (v128.load offset=16 (local.get $sums)))
          (local.get $half) (local.get $share))
        (call $mean (i32x4.sub (v128.load offset=32 (local.get $far)) (v128.load offset=32 (local.get $sums)))
          (local.get $half) (local.get $share))
        (call $mean (i32x4.sub (v128.load offset=48 (local.get $far)) (v128.load offset=48 (local.get $sums)))
          (local.get $half) (local.get $share))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
      (local.set $blurred (i32.add (local.get $blurred) (i32.const 16)))
      (br_if $all (i32.lt_s (local.get $blurred) (local.get $end)))))

  ;; Adds a row of bytes to the sums of their columns, takes another away and writes the means. The width is a multiple
  ;; of 16.
  (func (export "blurColumns") (param $added i32) (param $taken i32) (param $sums i32) (param $width i32)
    (param $half f32) (param $share f32) (param $blurred i32)
    (local $end i32) (local $plus v128) (local $minus v128) (local $low v128) (local $high v128)
    (local $one v128) (local $two v128) (local $three v128) (local $four v128)
    (local.set $end (i32.add (local.get $added) (local.get $width)))
    (loop $all
      (local.set $plus (v128.load (local.get $added)))
      (local.set $minus (v128.load (local.get $taken)))
      (local.set $low (i16x8.sub
        (i16x8.extend_low_i8x16_u (local.get $plus)) (i16x8.extend_low_i8x16_u (local.get $minus))))
      (local.set $high (i16x8.sub
        (i16x8.extend_high_i8x16_u (local.get $plus)) (i16x8.extend_high_i8x16_u (local.get $minus))))
      (local.set $one (i32x4.add (v128.load (local.get $sums)) (i32x4.extend_low_i16x8_s (local.get $low))))
      (local.set $two (i32x4.add (v128.load offset=16 (local.get $sums)) (i32x4.extend_high_i16x8_s (local.get $low))))
      (local.set $three (i32x4.add (v128.load offset=32 (local.get $sums)) (i32x4.extend_low_i16x8_s (local.get $high))))
      (local.set $four (i32x4.add (v128.load offset=48 (local.get $sums)) (i32x4.extend_high_i16x8_s (local.get $high))))
      (v128.store (local.get $sums) (local.get $one))
      (v128.store offset=16 (local.get $sums) (local.get $two))
      (v128.store offset=32 (local.get $sums) (local.get $three))
      (v128.store offset=48 (local.get $sums) (local.get $four))
      (v128.store (local.get $blurred) (call $narrow
        (call $mean (local.get $one) (local.get $half) (local.get $share))
        (call $mean (local.get $two) (local.get $half) (local.get $share))
        (call $mean (local.get $three) (local.get $half) (local.get $share))
        (call $mean (local.get $four) (local.get $half) (local.get $share))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
      (local.set $taken (i32.add (local.get $taken) (i32.const 16)))
      (local.set $blurred (i32.add (local.get $blurred) (i32.const 16)))
      (local.set $added (i32.add (local.get $added) (i32.const 16)))
      (br_if $all (i32.lt_s (local.get $added) (local.get $end)))))

  (func $mean (param $sums v128) (param $half f32) (param $share f32) (result v128)
    (i32x4.trunc_sat_f32x4_s (f32x4.mul
      (f32x4.add (f32x4.convert_i32x4_s (local.get $sums)) (f32x4.splat (local.get $half)))
      (f32x4.splat (local.get $share)))))

  (func $narrow (param $one v128) (param $two v128) (param $three v128) (param $four v128) (result v128)
    (i8x16.narrow_i16x8_u
      (i16x8.narrow_i32x4_s (local.get $one) (local.get $two))
      (i16x8.narrow_i32x4_s (local.get $three) (local.get $four))))

  (func $isBetween (param $values v128) (param $least i32) (param $most i32) (result v128)
    (v128.and
      (i16x8.ge_s (local.get $values) (i16x8.splat (local.get $least)))
      (i16x8.le_s (local.get $values) (i16x8.splat (local.get $most)))))
)
