/* Products of small numbers in C, in all C files that mypyc makes.

mypyc 2.4 hands a product to Python's numbers, and so to the memory allocator, as soon as a factor is negative or 2^30.
Geometry is full of such factors. The result is the same: what overflows still goes to Python's numbers.
*/

#if defined(__GNUC__)
#include <Python.h>
#include <CPy.h>

static inline CPyTagged small_product(CPyTagged left, CPyTagged right) {
    Py_ssize_t product; /* a tagged number is twice its value */
    if (CPyTagged_CheckShort(left) && CPyTagged_CheckShort(right)
        && !__builtin_mul_overflow((Py_ssize_t)left, CPyTagged_ShortAsSsize_t(right), &product)) {
        return (CPyTagged)product;
    }
    return CPyTagged_Multiply_(left, right);
}

#define CPyTagged_Multiply small_product
#endif
