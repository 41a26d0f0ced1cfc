//! Objects of Java and their methods.

use super::{given, inspect, object, spoken};
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::method::Called;
use crate::ruby::value::{Exception, Java, Object, Value, ruby_name};
use crate::world::Io;
use splitpoint_model::map::Map;
use std::sync::Arc;

/// A method that is called on an object.
struct MethodCall<'a> {
    java: &'a Arc<Java>,
    /// The class without its package.
    class: &'a str,
    fields: &'a Map<String, Value>,
    name: &'a str,
    args: &'a [Value],
}

/// Calls a method of an object; `Missing` of any other value of Java.
pub(super) fn call(machine: &mut Machine, io: &mut Io<'_>, java: &Arc<Java>, name: &str, args: &[Value]) -> Called {
    let Java::Object(class, fields) = &**java else { return Ok(Returned::Missing) };
    let short = class.rsplit('.').next().unwrap_or(class);
    let call = MethodCall { java, class: short, fields, name, args };
    let found = match call.cluster(machine, io) {
        Some(value) => Some(value),
        None => match call.condition()? {
            Some(value) => Some(value),
            None => call.write(machine)?,
        },
    };
    Ok(Returned::Value(match (found, name) {
        (Some(value), _) => value,
        (None, "to_s" | "toString") => machine.heap.text(spoken(&machine.heap, java)),
        (None, "inspect") => machine.heap.text(inspect(java)),
        (None, "class" | "nil?" | "==" | "is_a?" | "respond_to?") => return Ok(Returned::Missing),
        _ => return Err(Exception::new("Unsupported", format!("`{name}` of {}", ruby_name(class)))),
    }))
}

impl MethodCall<'_> {
    fn field(&self, name: &str) -> Value {
        self.fields.get(name).cloned().unwrap_or(Value::Nil)
    }

    fn receiver(&self) -> Value {
        Value::Java(self.java.clone())
    }

    /// What is asked of the connection, of tables and of regions.
    fn cluster(&self, machine: &mut Machine, io: &Io<'_>) -> Option<Value> {
        Some(match (self.class, self.name) {
            ("Hbase::Hbase", "instance_variable_get") => object("org.apache.hadoop.hbase.client.Connection", []),
            ("Connection", "getRegionLocator") => {
                let Value::Java(table) = self.args.first()? else { return None };
                let Java::Object(_, table) = &**table else { return None };
                let table = table.get("name").cloned().unwrap_or(Value::Nil);
                object("org.apache.hadoop.hbase.client.RegionLocator", [("table", table)])
            }
            ("RegionLocator", "getAllRegionLocations") => {
                let table = machine.heap.string(&self.field("table")).unwrap_or_default();
                let regions = io.cluster.regions(crate::ruby::method::inspect::short(&table));
                let list = regions
                    .map(|region| location(machine, region.name().encoded(), &region.name().to_string()))
                    .collect();
                machine.heap.array(list)
            }
            ("HRegionLocation", "getRegion" | "getRegionInfo") => self.field("region"),
            (_, "getEncodedName") => self.field("encoded"),
            (_, "getRegionNameAsString") => self.field("name"),
            ("Table", "getName" | "name") => {
                object("org.apache.hadoop.hbase.TableName", [("name", self.field("name"))])
            }
            ("TableName", "getNameAsString" | "to_s" | "toString") => self.field("name"),
            _ => return None,
        })
    }

    /// What a conditional write is built of.
    fn condition(&self) -> Raised<Option<Value>> {
        Ok(Some(match (self.class, self.name, self.args) {
            ("Table", "checkAndMutate", [row, family]) => object(
                "org.apache.hadoop.hbase.client.Table::CheckAndMutateBuilder",
                [("table", self.field("name")), ("row", given(row)?), ("family", given(family)?)],
            ),
            ("Table::CheckAndMutateBuilder", "qualifier" | "ifEquals" | "timeRange", [value]) => {
                let Java::Object(class, _) = &**self.java else { return Ok(None) };
                let mut fields = self.fields.clone();
                fields.insert(self.name.to_owned(), given(value)?);
                Value::Java(Arc::new(Java::Object(class.clone(), fields)))
            }
            ("Table::CheckAndMutateBuilder", "ifNotExists", _) => self.receiver(),
            ("TimeRange", "getMin", []) => self.field("min"),
            ("TimeRange", "getMax", []) => self.field("max"),
            ("CompareOperator", "name", []) => self.field("name"),
            _ => return Ok(None),
        }))
    }

    /// What is added to a write or to a filter, which is changed by it.
    fn write(&self, machine: &mut Machine) -> Raised<Option<Value>> {
        let (list, items, value) = match (self.class, self.name, self.args) {
            ("Put", "addColumn", [family, qualifier, time, value]) => {
                ("cells", [family, qualifier, time, value].map(Value::clone), self.receiver())
            }
            ("Put" | "Append" | "Increment", "addColumn", [family, qualifier, value]) => {
                ("cells", [family, qualifier, &Value::Nil, value].map(Value::clone), self.receiver())
            }
            ("Put" | "Append" | "Increment", "setTTL", [ttl]) => {
                let ttl = Value::Int(crate::ruby::method::int(Some(ttl))?);
                ("ttl", [ttl, Value::Nil, Value::Nil, Value::Nil], self.receiver())
            }
            ("Delete", "addColumn" | "addColumns", [family, qualifier, rest @ ..]) if rest.len() < 2 => {
                let time = rest.first().cloned().unwrap_or(Value::Nil);
                let method = machine.heap.text(self.name);
                ("cells", [method, family.clone(), qualifier.clone(), time], self.receiver())
            }
            ("Delete", "addFamily" | "addFamilyVersion", [family, rest @ ..])
                if rest.len() == 1 || rest.is_empty() && self.name == "addFamily" =>
            {
                let time = rest.first().cloned().unwrap_or(Value::Nil);
                let method = machine.heap.text(self.name);
                ("cells", [method, family.clone(), Value::Nil, time], self.receiver())
            }
            ("SingleColumnValueFilter", "setFilterIfMissing" | "setLatestVersionOnly", [flag]) => {
                let method = machine.heap.text(self.name);
                ("flags", [method, flag.clone(), Value::Nil, Value::Nil], Value::Nil)
            }
            _ => return Ok(None),
        };
        push(machine, &self.field(list), items);
        Ok(Some(value))
    }
}

/// Where a region is, as a client is told.
fn location(machine: &mut Machine, encoded: &str, name: &str) -> Value {
    let (encoded, name) = (machine.heap.text(encoded), machine.heap.text(name));
    let region = object("org.apache.hadoop.hbase.client.RegionInfo", [("encoded", encoded), ("name", name)]);
    object("org.apache.hadoop.hbase.HRegionLocation", [("region", region)])
}

/// Adds a record to what an object of Java collects.
fn push(machine: &mut Machine, list: &Value, record: [Value; 4]) {
    if let Value::Array(id) = list
        && let Some(Object::Array(list)) = machine.heap.get_mut(*id)
    {
        list.extend(record);
    }
}
