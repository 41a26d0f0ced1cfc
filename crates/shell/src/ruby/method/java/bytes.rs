//! The functions of `org.apache.hadoop.hbase.util.Bytes`.

use super::bytes_of;
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::method::Called;
use crate::ruby::value::{Exception, Java, Value};
use splitpoint_model::bytes;
use std::sync::Arc;

/// A `byte[]`.
pub(super) fn java(bytes: &[u8]) -> Value {
    Value::Java(Arc::new(Java::Bytes(bytes.to_vec())))
}

/// The bytes that an argument is; a text is its bytes.
pub(super) fn need(machine: &Machine, value: Option<&Value>) -> Raised<Vec<u8>> {
    value.and_then(|value| bytes_of(&machine.heap, value)).ok_or_else(|| {
        let what = value.map_or("nothing".to_owned(), Value::class);
        Exception::new("TypeError", format!("cannot convert instance of {what} to byte[]"))
    })
}

/// Calls a function of `Bytes`; `Missing` where there is none of this name.
pub(super) fn call(machine: &mut Machine, name: &str, args: &[Value]) -> Called {
    let first = args.first();
    let value = match name {
        "toBytes" => match first {
            Some(Value::Java(number)) => match &**number {
                Java::Number(number, true) => java(&bytes::from_long(*number)),
                Java::Number(number, false) => java(&bytes::from_int(*number as i32)),
                _ => return Ok(Returned::Missing),
            },
            Some(Value::Int(number)) => java(&bytes::from_long(*number as i64)),
            Some(Value::Float(number)) => java(&number.0.to_be_bytes()),
            Some(Value::Bool(value)) => java(&[if *value { 0xff } else { 0 }]),
            _ => java(&need(machine, first)?),
        },
        "toBytesBinary" => {
            let text = String::from_utf8_lossy(&need(machine, first)?).into_owned();
            java(&bytes::from_string_binary(&text))
        }
        "toStringBinary" if matches!(args, [Value::Str(_)]) => {
            let message = "no method 'toStringBinary' for arguments (org.jruby.RubyString) on \
                           Java::OrgApacheHadoopHbaseUtil::Bytes\n  available overloads:\n    (java.nio.ByteBuffer)\n    \
                           (byte[])";
            return Err(Exception::new("NameError", message));
        }
        "toStringBinary" => {
            let text = bytes::to_string_binary(&need(machine, first)?);
            machine.heap.text(text)
        }
        _ if args.len() == 1 => match convert(name, &need(machine, first)?)? {
            Some(text) => match text.parse::<i128>() {
                Ok(number) if matches!(name, "toLong" | "toInt" | "toShort" | "len") => Value::Int(number),
                _ => machine.heap.text(text),
            },
            None => return Ok(Returned::Missing),
        },
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// One of the functions of `Bytes` that make a text of bytes; `None` where there is no such function.
pub(crate) fn convert(name: &str, bytes: &[u8]) -> Raised<Option<String>> {
    let wide = |width: usize| {
        if bytes.len() < width {
            let message = format!("offset (0) + length ({width}) exceed the capacity of the array: {}", bytes.len());
            return Err(Exception::new("Java::JavaLang::IllegalArgumentException", message));
        }
        Ok(&bytes[..width])
    };
    let fold = |bytes: &[u8]| bytes.iter().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
    Ok(Some(match name {
        "toString" => String::from_utf8_lossy(bytes).into_owned(),
        "toStringBinary" => bytes::to_string_binary(bytes),
        "toLong" => fold(wide(8)?).cast_signed().to_string(),
        "toInt" => (fold(wide(4)?) as i32).to_string(),
        "toShort" => (fold(wide(2)?) as i16).to_string(),
        "toDouble" => crate::ruby::method::inspect::float(f64::from_bits(fold(wide(8)?))),
        "toFloat" => crate::ruby::method::inspect::float(f64::from(f32::from_bits(fold(wide(4)?) as u32))),
        "toBoolean" => match bytes {
            [byte] => (*byte != 0).to_string(),
            _ => {
                let message = format!("Array has wrong size: {}", bytes.len());
                return Err(Exception::new("Java::JavaLang::IllegalArgumentException", message));
            }
        },
        "toHex" => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        "len" => bytes.len().to_string(),
        "hashCode" => bytes
            .iter()
            .fold(1_i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.cast_signed().into()))
            .to_string(),
        "toBigDecimal" => {
            return Err(Exception::new("Unsupported", "the converter toBigDecimal"));
        }
        _ => return Ok(None),
    }))
}
