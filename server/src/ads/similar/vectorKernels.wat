;; Compares a query with one block of vectors, 16 bytes at a time. All addresses and sizes are in bytes, and the caller
;; passes no empty range. `npm run wasm:dump` compiles this file.
(module
  (import "vectors" "memory" (memory 1))

  ;; Stores for each vector in how many signs it differs from the query, as 16 bits, and adds 1 to the 32-bit count of
  ;; that distance.
  (func (export "countDifferences")
    (param $signs i32) (param $signsEnd i32) (param $query i32) (param $queryEnd i32)
    (param $distances i32) (param $counts i32)
    (local $at i32) (local $sums v128) (local $distance i32) (local $count i32)
    (loop $eachVector
      (local.set $sums (v128.const i64x2 0 0))
      (local.set $at (local.get $query))
      (loop $each128Signs
        (local.set $sums
          (i16x8.add
            (local.get $sums)
            (i16x8.extadd_pairwise_i8x16_u
              (i8x16.popcnt (v128.xor (v128.load (local.get $signs)) (v128.load (local.get $at)))))))
        (local.set $signs (i32.add (local.get $signs) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $each128Signs (i32.lt_u (local.get $at) (local.get $queryEnd))))
      ;; The multiplication adds up four sums of 16 bits in the highest 16 bits.
      (local.set $distance
        (i32.wrap_i64
          (i64.shr_u
            (i64.mul
              (i64.add (i64x2.extract_lane 0 (local.get $sums)) (i64x2.extract_lane 1 (local.get $sums)))
              (i64.const 0x0001000100010001))
            (i64.const 48))))
      (i32.store16 (local.get $distances) (local.get $distance))
      (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
      (local.set $count (i32.add (local.get $counts) (i32.shl (local.get $distance) (i32.const 2))))
      (i32.store (local.get $count) (i32.add (i32.load (local.get $count)) (i32.const 1)))
      (br_if $eachVector (i32.lt_u (local.get $signs) (local.get $signsEnd)))))

  ;; Stores the numbers of the vectors within a distance, as 32 bits each, and returns where they end. The number of
  ;; distances is a multiple of 8.
  (func (export "selectWithin")
    (param $distances i32) (param $distancesEnd i32) (param $farthest i32) (param $found i32) (result i32)
    (local $number i32) (local $isNear v128) (local $mask i32)
    (loop $each8
      (local.set $isNear
        (i16x8.le_u (v128.load (local.get $distances)) (i16x8.splat (local.get $farthest))))
      (if (v128.any_true (local.get $isNear))
        (then
          (local.set $mask (i16x8.bitmask (local.get $isNear)))
          (loop $eachNear
            (i32.store (local.get $found) (i32.add (local.get $number) (i32.ctz (local.get $mask))))
            (local.set $found (i32.add (local.get $found) (i32.const 4)))
            ;; Clears the lowest set bit.
            (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br_if $eachNear (local.get $mask)))))
      (local.set $number (i32.add (local.get $number) (i32.const 8)))
      (local.set $distances (i32.add (local.get $distances) (i32.const 16)))
      (br_if $each8 (i32.lt_u (local.get $distances) (local.get $distancesEnd))))
    (local.get $found))

  ;; Stores the dot products of a query of 16-bit integers and of vectors of bytes, as 32-bit integers.
  (func (export "multiplyBytes")
    (param $numbers i32) (param $numbersEnd i32) (param $vectors i32) (param $vectorSize i32)
    (param $query i32) (param $queryEnd i32) (param $products i32)
    (local $codes i32) (local $at i32) (local $bytes v128) (local $sums v128) (local $moreSums v128)
    (loop $eachVector
      (local.set $sums (v128.const i64x2 0 0))
      (local.set $moreSums (v128.const i64x2 0 0))
      (local.set $at (local.get $query))
      (local.set $codes
        (i32.add (local.get $vectors) (i32.mul (i32.load (local.get $numbers)) (local.get $vectorSize))))
      (loop $each16Components
        (local.set $bytes (v128.load (local.get $codes)))
        (local.set $sums
          (i32x4.add
            (local.get $sums)
            (i32x4.dot_i16x8_s
              (i16x8.extend_low_i8x16_s (local.get $bytes))
              (v128.load (local.get $at)))))
        (local.set $moreSums
          (i32x4.add
            (local.get $moreSums)
            (i32x4.dot_i16x8_s
              (i16x8.extend_high_i8x16_s (local.get $bytes))
              (v128.load offset=16 (local.get $at)))))
        (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $each16Components (i32.lt_u (local.get $at) (local.get $queryEnd))))
      (local.set $sums (i32x4.add (local.get $sums) (local.get $moreSums)))
      (i32.store
        (local.get $products)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
          (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
      (br_if $eachVector (i32.lt_u (local.get $numbers) (local.get $numbersEnd)))))

  ;; The same for floats, with products as floats.
  (func (export "multiplyFloats")
    (param $numbers i32) (param $numbersEnd i32) (param $vectors i32) (param $vectorSize i32)
    (param $query i32) (param $queryEnd i32) (param $products i32)
    (local $codes i32) (local $at i32) (local $sums v128) (local $moreSums v128)
    (loop $eachVector
      (local.set $sums (v128.const i64x2 0 0))
      (local.set $moreSums (v128.const i64x2 0 0))
      (local.set $at (local.get $query))
      (local.set $codes
        (i32.add (local.get $vectors) (i32.mul (i32.load (local.get $numbers)) (local.get $vectorSize))))
      (loop $each8Components
        (local.set $sums
          (f32x4.add
            (local.get $sums)
            (f32x4.mul (v128.load (local.get $codes)) (v128.load (local.get $at)))))
        (local.set $moreSums
          (f32x4.add
            (local.get $moreSums)
            (f32x4.mul (v128.load offset=16 (local.get $codes)) (v128.load offset=16 (local.get $at)))))
        (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $each8Components (i32.lt_u (local.get $at) (local.get $queryEnd))))
      (local.set $sums (f32x4.add (local.get $sums) (local.get $moreSums)))
      (f32.store
        (local.get $products)
        (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $sums)) (f32x4.extract_lane 1 (local.get $sums)))
          (f32.add (f32x4.extract_lane 2 (local.get $sums)) (f32x4.extract_lane 3 (local.get $sums)))))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
      (br_if $eachVector (i32.lt_u (local.get $numbers) (local.get $numbersEnd))))))
