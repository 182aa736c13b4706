;; Loops over the pixels of an overview, many at a time where that can be. Each does what its twin in TypeScript does, to
;; the last bit.
(module
  (memory (export "memory") 1)

  ;; Means of 2 × 2 pixels of red, green and blue, rounded. The width is a multiple of 16, the height of 2.
  (func (export "halveRgb") (param $rgb i32) (param $width i32) (param $height i32) (param $halved i32)
    (local $stride i32) (local $end i32) (local $rowEnd i32)
    (local $red v128) (local $green v128) (local $blue v128)
    (local.set $stride (i32.mul (local.get $width) (i32.const 3)))
    (local.set $end (i32.add (local.get $rgb) (i32.mul (local.get $stride) (local.get $height))))
    (loop $rows
      (local.set $rowEnd (i32.add (local.get $rgb) (local.get $stride)))
      (loop $columns
        (local.set $red (i16x8.add
          (i16x8.extadd_pairwise_i8x16_u (call $reds (local.get $rgb)))
          (i16x8.extadd_pairwise_i8x16_u (call $reds (i32.add (local.get $rgb) (local.get $stride))))))
        (local.set $green (i16x8.add
          (i16x8.extadd_pairwise_i8x16_u (call $greens (local.get $rgb)))
          (i16x8.extadd_pairwise_i8x16_u (call $greens (i32.add (local.get $rgb) (local.get $stride))))))
        (local.set $blue (i16x8.add
          (i16x8.extadd_pairwise_i8x16_u (call $blues (local.get $rgb)))
          (i16x8.extadd_pairwise_i8x16_u (call $blues (i32.add (local.get $rgb) (local.get $stride))))))
        ;; Eight reds, then eight greens.
        (local.set $red (i8x16.narrow_i16x8_u (call $quarter (local.get $red)) (call $quarter (local.get $green))))
        (local.set $blue (i8x16.narrow_i16x8_u (call $quarter (local.get $blue)) (local.get $blue)))
        (v128.store (local.get $halved)
          (i8x16.shuffle 0 8 16 1 9 17 2 10 18 3 11 19 4 12 20 5 (local.get $red) (local.get $blue)))
        (v128.store64_lane offset=16 0 (local.get $halved)
          (i8x16.shuffle 13 21 6 14 22 7 15 23 0 0 0 0 0 0 0 0 (local.get $red) (local.get $blue)))
        (local.set $halved (i32.add (local.get $halved) (i32.const 24)))
        (local.set $rgb (i32.add (local.get $rgb) (i32.const 48)))
        (br_if $columns (i32.lt_s (local.get $rgb) (local.get $rowEnd))))
      (local.set $rgb (i32.add (local.get $rgb) (local.get $stride)))
      (br_if $rows (i32.lt_s (local.get $rgb) (local.get $end)))))

  (func $quarter (param $sums v128) (result v128)
    (i16x8.shr_u (i16x8.add (local.get $sums) (i16x8.splat (i32.const 2))) (i32.const 2)))

  ;; One colour of 16 pixels.
  (func $reds (param $rgb i32) (result v128)
    (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 17 20 23 26 29
      (i8x16.shuffle 0 3 6 9 12 15 18 21 24 27 30 0 0 0 0 0
        (v128.load (local.get $rgb)) (v128.load offset=16 (local.get $rgb)))
      (v128.load offset=32 (local.get $rgb))))
  (func $greens (param $rgb i32) (result v128)
    (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 18 21 24 27 30
      (i8x16.shuffle 1 4 7 10 13 16 19 22 25 28 31 0 0 0 0 0
        (v128.load (local.get $rgb)) (v128.load offset=16 (local.get $rgb)))
      (v128.load offset=32 (local.get $rgb))))
  (func $blues (param $rgb i32) (result v128)
    (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 16 19 22 25 28 31
      (i8x16.shuffle 2 5 8 11 14 17 20 23 26 29 0 0 0 0 0 0
        (v128.load (local.get $rgb)) (v128.load offset=16 (local.get $rgb)))
      (v128.load offset=32 (local.get $rgb))))

  ;; Of each pixel (2 × the most − the least) × unit of what three tables of 256 numbers (f32), one after the other, have
  ;; for its three bytes; 255 at most.
  (func (export "mapStain") (param $rgb i32) (param $pixels i32) (param $tables i32) (param $unit f64)
    (param $stain i32)
    (local $end i32) (local $red f32) (local $green f32) (local $blue f32)
    (local.set $end (i32.add (local.get $stain) (local.get $pixels)))
    (loop $all
      (local.set $red (f32.load (i32.add (local.get $tables)
        (i32.shl (i32.load8_u (local.get $rgb)) (i32.const 2)))))
      (local.set $green (f32.load offset=1024 (i32.add (local.get $tables)
        (i32.shl (i32.load8_u offset=1 (local.get $rgb)) (i32.const 2)))))
      (local.set $blue (f32.load offset=2048 (i32.add (local.get $tables)
        (i32.shl (i32.load8_u offset=2 (local.get $rgb)) (i32.const 2)))))
      (i32.store8 (local.get $stain) (i32.trunc_sat_f64_u (f64.min (f64.const 255) (f64.mul (local.get $unit)
        (f64.sub
          (f64.mul (f64.const 2) (f64.promote_f32
            (f32.max (f32.max (local.get $red) (local.get $green)) (local.get $blue))))
          (f64.promote_f32 (f32.min (f32.min (local.get $red) (local.get $green)) (local.get $blue))))))))
      (local.set $rgb (i32.add (local.get $rgb) (i32.const 3)))
      (local.set $stain (i32.add (local.get $stain) (i32.const 1)))
      (br_if $all (i32.lt_s (local.get $stain) (local.get $end)))))

  ;; The steps across and down (Scharr) of a row of bytes at `here`, rows being `stride` bytes long: adds their squares
  ;; and product to the sums of their columns and takes away what `row` had of another row, which is kept in its place.
  ;; Both are three lists of whole numbers of 32 bits, `stride` each: across², across × down, down². The number of pixels
  ;; is a multiple of 8; a row above and below and a pixel on both sides are read.
  (func (export "addSteps") (param $here i32) (param $stride i32) (param $pixels i32) (param $row i32) (param $sums i32)
    (local $end i32) (local $list i32) (local $above i32) (local $below i32)
    (local $fall v128) (local $rise v128) (local $across v128) (local $down v128)
    (local.set $list (i32.shl (local.get $stride) (i32.const 2)))
    (local.set $end (i32.add (local.get $here) (local.get $pixels)))
    (loop $all
      (local.set $above (i32.sub (local.get $here) (local.get $stride)))
      (local.set $below (i32.add (local.get $here) (local.get $stride)))
      (local.set $fall (i16x8.sub
        (v128.load8x8_u offset=1 (local.get $below))
        (v128.load8x8_u (i32.sub (local.get $above) (i32.const 1)))))
      (local.set $rise (i16x8.sub
        (v128.load8x8_u offset=1 (local.get $above))
        (v128.load8x8_u (i32.sub (local.get $below) (i32.const 1)))))
      (local.set $across (i16x8.add
        (i16x8.mul (i16x8.splat (i32.const 10)) (i16x8.sub
          (v128.load8x8_u offset=1 (local.get $here))
          (v128.load8x8_u (i32.sub (local.get $here) (i32.const 1)))))
        (i16x8.mul (i16x8.splat (i32.const 3)) (i16x8.add (local.get $fall) (local.get $rise)))))
      (local.set $down (i16x8.add
        (i16x8.mul (i16x8.splat (i32.const 10)) (i16x8.sub
          (v128.load8x8_u (local.get $below)) (v128.load8x8_u (local.get $above))))
        (i16x8.mul (i16x8.splat (i32.const 3)) (i16x8.sub (local.get $fall) (local.get $rise)))))
      (call $exchange (local.get $row) (local.get $sums) (local.get $across) (local.get $across))
      (call $exchange
        (i32.add (local.get $row) (local.get $list)) (i32.add (local.get $sums) (local.get $list))
        (local.get $across) (local.get $down))
      (call $exchange
        (i32.add (local.get $row) (i32.shl (local.get $list) (i32.const 1)))
        (i32.add (local.get $sums) (i32.shl (local.get $list) (i32.const 1)))
        (local.get $down) (local.get $down))
      (local.set $row (i32.add (local.get $row) (i32.const 32)))
      (local.set $sums (i32.add (local.get $sums) (i32.const 32)))
      (local.set $here (i32.add (local.get $here) (i32.const 8)))
      (br_if $all (i32.lt_s (local.get $here) (local.get $end)))))

  (func $exchange (param $row i32) (param $sums i32) (param $one v128) (param $other v128)
    (local $low v128) (local $high v128)
    (local.set $low (i32x4.extmul_low_i16x8_s (local.get $one) (local.get $other)))
    (local.set $high (i32x4.extmul_high_i16x8_s (local.get $one) (local.get $other)))
    (v128.store (local.get $sums)
      (i32x4.add (v128.load (local.get $sums)) (i32x4.sub (local.get $low) (v128.load (local.get $row)))))
    (v128.store offset=16 (local.get $sums)
      (i32x4.add (v128.load offset=16 (local.get $sums))
        (i32x4.sub (local.get $high) (v128.load offset=16 (local.get $row)))))
    (v128.store (local.get $row) (local.get $low))
    (v128.store offset=16 (local.get $row) (local.get $high)))
)
