def show(answer):
    for name, value in answer.http_response.json().items():
        if not name.startswith(("odata.", "Installed")):
            print(name, value)

names = ["Volts", "Counter", "Installed", "Owner", "Seal"]
panel = devices.get_entity("hamburg", "panel-19", select=names, raw_response_hook=show)
assert abs(datetime.now(timezone.utc) - panel["Installed"]).total_seconds() < 600

# Output:
# Volts 12.0
# Counter@odata.type Edm.Int64
# Counter 9000000000
# Owner@odata.type Edm.Guid
# Owner a455c695-df98-5678-aaaa-81d3367e5a34
# Seal@odata.type Edm.Binary
# Seal 3q0=
